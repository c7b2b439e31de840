import './styles/base.css';
import './styles/card.css';
import './styles/buttons.css';
import './styles/messages.css';
import './styles/screens.css';
import { followPayment } from './follow.ts';
import { startPage } from './page.ts';

const root = document.querySelector<HTMLElement>('[data-payment]');
if (root) followPayment(startPage(root));

import './styles/base.css';
import './styles/card.css';
import './styles/account.css';
import './styles/buttons.css';
import './styles/messages.css';
import './styles/receipt.css';
import './styles/screens.css';
import { startPage } from './page.ts';
import { subscribeToPayment } from './updates.ts';

const root = document.querySelector<HTMLElement>('[data-payment]');
if (root) subscribeToPayment(startPage(root));

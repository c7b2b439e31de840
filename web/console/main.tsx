import { render } from 'preact';
import './styles/base.css';
import './styles/layout.css';
import './styles/tables.css';
import './styles/forms.css';
import './styles/rows.css';
import './styles/screens.css';
import './styles/account.css';
import './styles/callbacks.css';
import './styles/search-field.css';
import './styles/print.css';
import { App } from './app.tsx';
import { loadTexts } from './texts/texts.ts';

const forced = matchMedia('(forced-colors: active)');
const loadForced = () => forced.matches && import('./styles/forced-colors.css');
forced.onchange = loadForced;
loadForced();

await loadTexts();
render(<App />, document.body);

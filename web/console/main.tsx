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

await loadTexts();
render(<App />, document.body);

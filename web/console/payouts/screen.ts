import '../styles/payouts.css';
import '../styles/stacked.css';
import { addFieldWords } from '../service/field-words.ts';
import { loadPayoutTexts, payoutTexts } from '../texts/payouts.ts';

await loadPayoutTexts();
addFieldWords(payoutTexts().payoutFields);

/** The payouts. Their code, texts and styles are separate files, loaded when they are first shown. */
export { PayoutsScreen } from './payouts.tsx';

import '../styles/payouts.css';
import { loadPayoutTexts } from '../texts/payouts.ts';

await loadPayoutTexts();

/** The payouts. Their code, texts and styles are separate files, loaded when they are first shown. */
export { PayoutsScreen } from './payouts.tsx';

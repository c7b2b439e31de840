import '../styles/profiles.css';
import '../styles/reconciliation.css';
import { loadReconciliationTexts } from '../texts/reconciliation.ts';

await loadReconciliationTexts();

/** The reconciliation. Its code, its texts and its styles are files of their own, loaded when it is first shown. */
export { ReconciliationScreen } from './reconciliation.tsx';

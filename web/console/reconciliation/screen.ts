import '../styles/profiles.css';
import '../styles/reconciliation.css';
import '../styles/stacked.css';
import { addFieldWords } from '../service/field-words.ts';
import { loadExportTexts } from '../texts/exports.ts';
import { loadReconciliationTexts, reconciliationTexts } from '../texts/reconciliation.ts';

await Promise.all([loadReconciliationTexts(), loadExportTexts()]);
addFieldWords(reconciliationTexts().statementFields);

/** The reconciliation. Its code, its texts and its styles are separate files, loaded when it is first shown. */
export { ReconciliationScreen } from './reconciliation.tsx';

export { day } from './en/reconciliation/day.ts';
export { days } from './en/reconciliation/days.ts';
export { desk } from './en/reconciliation/desk.ts';
export { statementFields } from './en/reconciliation/fields.ts';
export { files } from './en/reconciliation/files.ts';
export { imports } from './en/reconciliation/imports.ts';
export { preview } from './en/reconciliation/preview.ts';
export { profiles } from './en/reconciliation/profiles.ts';
export { words } from './en/reconciliation/words.ts';

/** The texts of the reconciliation. The English ones say which there are. */
export type ReconciliationTexts = typeof import('./reconciliation-en.ts');

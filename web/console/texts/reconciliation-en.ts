import { day } from './en/reconciliation/day.ts';
import { days } from './en/reconciliation/days.ts';
import { desk } from './en/reconciliation/desk.ts';
import { statementFields } from './en/reconciliation/fields.ts';
import { files } from './en/reconciliation/files.ts';
import { imports } from './en/reconciliation/imports.ts';
import { preview } from './en/reconciliation/preview.ts';
import { profiles } from './en/reconciliation/profiles.ts';
import { words } from './en/reconciliation/words.ts';

export const texts = { statementFields, day, days, desk, files, imports, preview, profiles, words };

/** The texts of the reconciliation. The English ones say which there are. */
export type ReconciliationTexts = typeof texts;

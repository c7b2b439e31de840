import type { ReconciliationTexts } from './reconciliation-en.ts';
import { day } from './tr/reconciliation/day.ts';
import { days } from './tr/reconciliation/days.ts';
import { desk } from './tr/reconciliation/desk.ts';
import { statementFields } from './tr/reconciliation/fields.ts';
import { files } from './tr/reconciliation/files.ts';
import { imports } from './tr/reconciliation/imports.ts';
import { preview } from './tr/reconciliation/preview.ts';
import { profiles } from './tr/reconciliation/profiles.ts';
import { words } from './tr/reconciliation/words.ts';

export const texts: ReconciliationTexts = {
  statementFields,
  day,
  days,
  desk,
  files,
  imports,
  preview,
  profiles,
  words,
};

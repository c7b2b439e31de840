import { z } from 'zod';
import { printAmount } from '../kernel/money.ts';
import { amountOut, viewType } from '../operations/fields.ts';
import { project } from '../operations/project.ts';
import type { FileWarning } from './other-account.ts';

export const warningView = viewType('PreviewedWarning', 'Why lines look like those of another account.', {
  code: z
    .string()
    .describe(
      'Why: `other-deposits`, `other-iban`, `own-iban`, `other-balance`, or `balance-gap`, where a statement may be missing.',
    ),
  accountId: z.string().describe('The account that the lines would be of.'),
  otherAccountId: z.string().nullable().describe('The account that they look like; null if none is known.'),
  lineCount: z.number().nullable().describe('The lines that say so; null if a balance does.'),
  opening: amountOut.nullable().describe('The balance before the first line, if that says so.'),
  closing: amountOut.nullable().describe('The last known balance of the account, if that differs.'),
  day: z.string().nullable().describe('The day of that balance.'),
  message: z.string().describe('A sentence for people.'),
});

/** @param accountOf names an operator's account. */
export function viewWarning(
  warning: FileWarning,
  accountOf: (accountId: string) => string,
): z.infer<typeof warningView> {
  return project(warningView, { ...NONE, ...warning }, { message: sentenceOf(warning, accountOf) });
}

/** The fields that only some warnings have. */
const NONE = { otherAccountId: null, lineCount: null, openingMinor: null, closingMinor: null, day: null };

function sentenceOf(warning: FileWarning, accountOf: (accountId: string) => string): string {
  const own = accountOf(warning.accountId);
  const count = 'lineCount' in warning ? warning.lineCount : 0;
  const lines = count === 1 ? '1 line' : `${count} lines`;
  switch (warning.code) {
    case 'other-deposits':
      return `${lines} of ${own} would name deposits to ${accountOf(warning.otherAccountId)}. Is the file of that account?`;
    case 'other-iban':
      return `${lines} of ${own} would name ${accountOf(warning.otherAccountId)} in the text. Is the file of that account?`;
    case 'own-iban':
      return `${lines} of ${own} would come from this account itself, or go to it. Is the file of the other side?`;
    case 'other-balance':
      return `The opening balance ${printAmount(warning.openingMinor)} is the last one of ${accountOf(warning.otherAccountId)}, and not of ${own}. Is the file of that account?`;
    case 'balance-gap':
      return `The opening balance is ${printAmount(warning.openingMinor)}, but ${own} ended ${warning.day} with ${printAmount(warning.closingMinor)}. The file is of another account, or a statement is missing in between.`;
  }
}

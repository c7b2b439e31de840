import type { z } from 'zod';
import { fault, issueText } from '../../kernel/problems.ts';
import { type ColumnRole, rolesOfEveryLine } from './column-roles.ts';

interface ColumnsToCheck {
  readonly columns: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  readonly required: readonly ColumnRole[];
  readonly direction: { readonly kind: 'signed' | 'letters' | 'columns' };
  readonly trustedReference: 'reference' | 'receiptNo' | null;
}

/** Checks that all needed columns have names, and that no name is that of two columns. */
export function checkColumns(profile: ColumnsToCheck, context: z.RefinementCtx): void {
  const needed = new Set<ColumnRole>([...rolesOfEveryLine(profile), ...profile.required]);
  if (profile.trustedReference) needed.add(profile.trustedReference);
  for (const role of needed)
    if (!profile.columns[role])
      context.addIssue({
        code: 'custom',
        path: ['columns', role],
        message: issueText(fault('column_missing', { role })),
      });
  const roles = new Map<string, string>();
  for (const [role, names] of Object.entries(profile.columns))
    for (const folded of names ?? []) {
      const other = roles.get(folded);
      if (other !== undefined && other !== role)
        context.addIssue({
          code: 'custom',
          path: ['columns', role],
          message: issueText(fault('column_twice', { name: folded, role: other })),
        });
      roles.set(folded, role);
    }
}

interface WordsToCheck extends Pick<ColumnsToCheck, 'direction'> {
  readonly creditWords?: readonly string[] | undefined;
  readonly debitWords?: readonly string[] | undefined;
}

/**
 * Checks that no word is for both directions: a debit that is read as a credit would settle deposits. If only a word
 * shows the direction, one given list with the default of the other would also be such a mixture.
 */
export function checkWords(
  { direction, creditWords, debitWords }: WordsToCheck,
  defaults: { readonly creditWords: readonly string[]; readonly debitWords: readonly string[] },
  context: z.RefinementCtx,
): void {
  const [given, missing] =
    creditWords === undefined ? ['debitWords', 'creditWords'] : ['creditWords', 'debitWords'];
  if (direction.kind === 'letters' && (creditWords === undefined) !== (debitWords === undefined))
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: issueText(fault('words_missing', { given })),
    });
  const credits = new Set(creditWords ?? defaults.creditWords);
  const both = (debitWords ?? defaults.debitWords).find((word) => credits.has(word));
  if (both !== undefined)
    context.addIssue({
      code: 'custom',
      path: [debitWords === undefined ? 'creditWords' : 'debitWords'],
      message: issueText(
        fault(
          'word_twice',
          { word: both },
          `${both} is a word of creditWords and of debitWords: give both lists, without a word in common.`,
        ),
      ),
    });
}

interface StatusWords {
  readonly bookedWords: readonly string[];
  readonly pendingWords: readonly string[];
}

/** Checks that no word is for booked lines and for the others: only booked ones settle deposits. */
export function checkStatusWords({ bookedWords, pendingWords }: StatusWords, context: z.RefinementCtx): void {
  const both = pendingWords.find((word) => bookedWords.includes(word));
  if (both !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['pendingWords'],
      message: issueText(
        fault(
          'word_twice',
          { word: both },
          `${both} is a word of bookedWords and of pendingWords: give both lists, without a word in common.`,
        ),
      ),
    });
}

import type { z } from 'zod';
import { type Fault, fault, issueText } from '../../kernel/problems.ts';
import { type ColumnRole, rolesOfEveryLine } from './column-roles.ts';

interface ColumnsToCheck {
  readonly columns: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  readonly required: readonly ColumnRole[];
  readonly direction: { readonly kind: 'signed' | 'letters' | 'columns' };
  readonly trustedReference: 'reference' | 'receiptNo' | null;
}

function addIssue(context: z.RefinementCtx, path: PropertyKey[], found: Fault): void {
  context.addIssue({ code: 'custom', path, message: issueText(found) });
}

/** Checks that all needed columns have names, and that no name belongs to two columns. */
export function checkColumns(profile: ColumnsToCheck, context: z.RefinementCtx): void {
  const needed = new Set<ColumnRole>([...rolesOfEveryLine(profile), ...profile.required]);
  if (profile.trustedReference) needed.add(profile.trustedReference);
  for (const role of needed)
    if (!profile.columns[role]) addIssue(context, ['columns', role], fault('column_missing', { role }));
  const roles = new Map<string, string>();
  for (const [role, names] of Object.entries(profile.columns))
    for (const folded of names ?? []) {
      const other = roles.get(folded);
      if (other !== undefined && other !== role)
        addIssue(context, ['columns', role], fault('column_twice', { name: folded, role: other }));
      roles.set(folded, role);
    }
}

interface WordsToCheck extends Pick<ColumnsToCheck, 'direction'> {
  readonly creditWords?: readonly string[] | undefined;
  readonly debitWords?: readonly string[] | undefined;
}

/**
 * Checks that no word stands for both directions: a debit that is read as a credit would settle deposits. If only a
 * word shows the direction, giving one list and leaving the other at its default could also mix them.
 */
export function checkWords(
  { direction, creditWords, debitWords }: WordsToCheck,
  defaults: { readonly creditWords: readonly string[]; readonly debitWords: readonly string[] },
  context: z.RefinementCtx,
): void {
  const [given, missing] =
    creditWords === undefined ? ['debitWords', 'creditWords'] : ['creditWords', 'debitWords'];
  if (direction.kind === 'letters' && (creditWords === undefined) !== (debitWords === undefined))
    addIssue(context, [missing], fault('words_missing', { given }));
  checkApart(
    ['creditWords', creditWords ?? defaults.creditWords],
    ['debitWords', debitWords ?? defaults.debitWords],
    debitWords === undefined ? 'creditWords' : 'debitWords',
    context,
  );
}

interface StatusWords {
  readonly bookedWords: readonly string[];
  readonly pendingWords: readonly string[];
}

/** Checks that no word stands both for booked lines and for others: only booked ones settle deposits. */
export function checkStatusWords({ bookedWords, pendingWords }: StatusWords, context: z.RefinementCtx): void {
  checkApart(['bookedWords', bookedWords], ['pendingWords', pendingWords], 'pendingWords', context);
}

type NamedWords = readonly [name: string, words: readonly string[]];

/** @param path the field that the problem names. */
function checkApart(
  [name, words]: NamedWords,
  [other, others]: NamedWords,
  path: string,
  context: z.RefinementCtx,
): void {
  const word = others.find((one) => words.includes(one));
  if (word === undefined) return;
  const message = `${word} is a word of ${name} and of ${other}: give both lists, without a word in common.`;
  addIssue(context, [path], fault('word_twice', { word }, message));
}

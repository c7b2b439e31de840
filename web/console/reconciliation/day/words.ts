import { formatCount } from '../../format.ts';
import { shortAccountName } from '../../names.ts';
import { plain } from '../day-values.ts';
import type { WholeDayFragment } from '../gql/graphql.ts';

export type DayAccount = WholeDayFragment['accounts'][number];
type Change = WholeDayFragment['changes'][number];

/** The short name of an account, as people say it. */
export function nameOf({ bank, iban }: Pick<DayAccount, 'bank' | 'iban'>): string {
  return shortAccountName(bank, iban);
}

/** A figure that has changed, as text: an amount or a count. */
export function shownValue(figure: Change['figure'], value: number | null | undefined): string {
  return figure.endsWith('Count') && value != null ? formatCount(value) : plain(value);
}

const FIGURES = [
  ...(['opening', 'credits', 'debits', 'fees', 'closing', 'lineCount', 'pendingCount'] as const),
  ...(['otherCurrencyCount', 'drift', 'unexplained', 'difference', 'gap'] as const),
];

/** What differs between two readings of a day, as the service compares them. */
export function changesBetween(seen: WholeDayFragment, now: WholeDayFragment): Change[] {
  const before = new Map(seen.accounts.map((account) => [account.accountId, account]));
  const ofAccounts = now.accounts.flatMap((account) =>
    FIGURES.map((figure) => ({
      accountId: account.accountId,
      figure,
      closed: before.get(account.accountId)?.[figure] ?? null,
      now: account[figure] ?? null,
    })),
  );
  const unassigned = { closed: seen.unassigned, now: now.unassigned };
  const all: Change[] = [...ofAccounts, { accountId: null, figure: 'unassigned', ...unassigned }];
  return all.filter((change) => compared(change, 'closed') !== compared(change, 'now'));
}

/** A sum of 0 is shown like a missing one, but a balance of 0 is a known balance. */
function compared(change: Change, when: 'closed' | 'now'): number | null {
  const value = change[when] ?? null;
  return value === 0 && change.figure !== 'opening' && change.figure !== 'closing' ? null : value;
}

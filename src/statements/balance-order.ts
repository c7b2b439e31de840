import { groupBy } from '../kernel/group-by.ts';
import type { Balance } from '../reconciliation/domain/statement.ts';
import { findTrail, type Step, type TrailEnds, trailEnds } from './balance-trail.ts';
import type { BankProfile } from './profiles/profile.ts';

/** A booked movement, small enough to keep all those of a file in memory. */
export interface BookedRow {
  readonly row: number;
  readonly date: string;
  /** Below zero for a debit. */
  readonly signedMinor: number;
  readonly balanceMinor: number | null;
}

/** The balances before the first and after the last movement, and the order between them. */
export interface BalanceOrder {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** The numbers of the rows in the order of their balances; undefined where the file has them in order. */
  readonly rows: readonly number[] | undefined;
}

const UNKNOWN: BalanceOrder = { opening: null, closing: null, rows: undefined };

/**
 * Finds the order in which the balances after each movement chain, and derives the opening and the closing balance.
 * Files begin with their oldest or with their newest movement; some have the days in one order, and the movements of a
 * day in another. An order that ends before the day on which it begins is none. If no order chains, or several do with
 * different balances, there is no balance, and the check of the running balances names the row.
 * @param preferred the order that the profile states, for files that chain in both.
 */
export function orderByBalances(
  rows: readonly BookedRow[],
  preferred: BankProfile['balanceOrder'],
): BalanceOrder {
  const days = compareDates(rows[0]?.date, rows.at(-1)?.date);
  const reversed = rows.toReversed();
  const oldestFirst = days <= 0 && chains(rows) ? balancesOf(rows) : undefined;
  const newestFirst = days >= 0 && chains(reversed) ? balancesOf(reversed) : undefined;
  if (oldestFirst && newestFirst) {
    const isSame = oldestFirst.opening?.amountMinor === newestFirst.opening?.amountMinor;
    if (isSame || preferred === 'oldest-first') return oldestFirst;
    return preferred === 'newest-first' ? newestFirst : UNKNOWN;
  }
  const inOrder = oldestFirst ?? newestFirst;
  if (inOrder) return inOrder;
  const ordered = chainByDays(rows) ?? chainOf(rows);
  return ordered ? { ...balancesOf(ordered), rows: ordered.map(({ row }) => row) } : UNKNOWN;
}

function compareDates(first = '', last = ''): number {
  return first < last ? -1 : first > last ? 1 : 0;
}

function balancesOf(rows: readonly BookedRow[]): BalanceOrder {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return UNKNOWN;
  const before = balanceBefore(first);
  return {
    opening: before === null ? null : { amountMinor: before, date: first.date },
    closing: last.balanceMinor === null ? null : { amountMinor: last.balanceMinor, date: last.date },
    rows: undefined,
  };
}

function balanceBefore({ balanceMinor, signedMinor }: BookedRow): number | null {
  return balanceMinor === null ? null : balanceMinor - signedMinor;
}

/** Whether each balance follows from the last one before it and the movements between them. */
function chains(rows: readonly BookedRow[]): boolean {
  let expected: number | null = null;
  for (const { signedMinor, balanceMinor } of rows) {
    if (expected !== null) expected += signedMinor;
    if (balanceMinor === null) continue;
    if (expected !== null && expected !== balanceMinor) return false;
    expected = balanceMinor;
  }
  return true;
}

/** The order of the days, and within each day that in which its balances chain; undefined without one. */
function chainByDays(rows: readonly BookedRow[]): readonly BookedRow[] | undefined {
  const days = [...groupBy(rows, ({ date }) => date)].sort(([one], [other]) => compareDates(one, other));
  const steps = days.map(([, day]) => stepsOf(day));
  const ends = steps.map((day) => day && trailEnds(day));
  const ordered: BookedRow[] = [];
  let balance = startOf(ends);
  for (const day of steps) {
    const trail = day && balance !== undefined ? findTrail(day, balance) : undefined;
    if (!trail) return undefined;
    for (const { row } of trail) ordered.push(row);
    balance = trail.at(-1)?.to;
  }
  return ordered;
}

/**
 * Returns the balance at which the first day begins. Days that end with the balance that they began with do not show
 * it, so the first other day does.
 */
function startOf(ends: readonly (TrailEnds | undefined)[]): number | undefined {
  const first = ends.find((found) => found !== 'circuit');
  return first?.start;
}

/** The only order in which the balances chain, whatever the dates between its ends are. */
function chainOf(rows: readonly BookedRow[]): readonly BookedRow[] | undefined {
  const steps = stepsOf(rows);
  const ends = steps && trailEnds(steps);
  if (!steps || !ends || ends === 'circuit') return undefined;
  const trail = findTrail(steps, ends.start)?.map(({ row }) => row);
  return compareDates(trail?.[0]?.date, trail?.at(-1)?.date) > 0 ? undefined : trail;
}

interface BalanceStep extends Step {
  readonly row: BookedRow;
}

/** The movements as steps from one balance to the next; undefined where a balance is missing. */
function stepsOf(rows: readonly BookedRow[]): readonly BalanceStep[] | undefined {
  const steps = rows.flatMap((row) =>
    row.balanceMinor === null
      ? []
      : [{ row, from: row.balanceMinor - row.signedMinor, to: row.balanceMinor }],
  );
  return steps.length === rows.length ? steps : undefined;
}

import { byAccountName } from '../banks/domain/account-order.ts';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { dayIn, dayNumber, formatDay } from '../kernel/time-zone.ts';
import type { Context } from '../operations/operation.ts';
import { accountDays, datesBetween } from '../reconciliation/domain/account-days.ts';
import { partOf } from '../reconciliation/domain/line-parts.ts';
import { MAX_DAYS } from '../reconciliation/limits.ts';
import type { AccountName, NamedFigures } from './domain/closing.ts';
import { type AccountFigures, figuresOf, isEventful } from './domain/figures.ts';
import type { DayFacts } from './store.ts';

/** The parts of a movement that still need a decision. */
const UNDECIDED: ReadonlySet<string> = new Set(['waiting', 'held', 'unknown']);

type Reads = Pick<Context, 'dependencies' | 'principal'>;

/** The given day, or by default yesterday in the time zone of the service. @throws ServiceError for a day that has not begun. */
export function requestedDay(
  { dependencies: { runtime, timeZone } }: Reads,
  given: string | undefined,
): string {
  const today = formatDay(dayIn(timeZone, runtime.nowMs()));
  const day = given ?? formatDay(dayNumber(today) - 1);
  if (day <= today) return day;
  const message = `is a day that has not begun: in ${timeZone} it is ${today}.`;
  throw fieldError('day', fault('day_not_begun', message));
}

/**
 * Reads the current figures of a day: those of active accounts, and of others to which something happened. They are
 * sorted by name.
 */
export async function readFigures({ dependencies, principal }: Reads, day: string): Promise<NamedFigures> {
  const { db, scans, currency, timeZone } = dependencies;
  const names = await namesOfAccounts(dependencies);
  const earliestDate = formatDay(dayNumber(day) - MAX_DAYS);
  const accountIds = [...names.keys()];
  const query = { day, accountIds, earliestDate, currency, timeZone };
  const { accounts, unassigned } = await scans.run(principal, () => db.query('readDay', query));
  const shown = accounts.flatMap((found) => {
    const name = names.get(found.accountId);
    return name ? figuresFrom(day, found, name) : [];
  });
  const sum = unassigned.reduce((total, { sumMinor }) => total + sumMinor, 0n);
  return {
    day,
    currency,
    accounts: shown.sort(byAccountName),
    unassignedCount: unassigned.reduce((total, { count }) => total + count, 0),
    unassignedMinor: Number(sum),
  };
}

export interface KnownAccount extends AccountName {
  readonly active: boolean;
}

/** The names of all accounts by their ids. A bank that no longer exists is named by its id. */
export async function namesOfAccounts({
  db,
  banks,
}: Context['dependencies']): Promise<ReadonlyMap<string, KnownAccount>> {
  const known = new Map(((await banks.list()) ?? []).map(({ id, name }) => [id, name]));
  const accounts = await db.read('listEveryAccount');
  return new Map(
    accounts.map(({ id, bankId, accountName, iban, active }) => [
      id,
      { bank: known.get(bankId) ?? bankId, accountName, iban, active },
    ]),
  );
}

function figuresFrom(
  day: string,
  { accountId, since, facts, hasForeignStatement }: DayFacts['accounts'][number],
  { active, ...name }: KnownAccount,
): (AccountFigures & AccountName)[] {
  const found = accountDays(datesBetween(since, day), facts).at(-1);
  if (!found) return [];
  const hasStatement =
    hasForeignStatement ||
    facts.statements.some(({ firstDate, lastDate }) => firstDate <= day && day <= lastDate);
  if (!active && !hasStatement && !isEventful(found)) return [];
  const undecided = facts.lines.filter(
    (group) => group.date === day && group.isBooked && UNDECIDED.has(partOf(group) ?? ''),
  );
  const waitingCount = undecided.reduce((sum, { count }) => sum + count, 0);
  return [{ ...figuresOf(found, { accountId, waitingCount, hasStatement }), ...name }];
}

/** The balances of a statement, of which the first is of its first day and the last of its last day. */
export interface StatementBalances {
  readonly firstDate: string;
  readonly lastDate: string;
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
}

/** The balances of a day; null where nothing is known. */
export interface DayBalances {
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  /** Whether a statement says so. Otherwise the balance is computed from the day before. */
  readonly isOpeningStated: boolean;
  readonly isClosingStated: boolean;
  /** A stated closing balance less opening and lines: 0 where they agree. */
  readonly differenceMinor: bigint | null;
  /** A stated opening balance less the balance of the evening before: not 0 where a statement is missing. */
  readonly gapMinor: bigint | null;
}

interface Carried {
  /** The balance of the evening before; null where nothing is known. */
  readonly evening: bigint | null;
  readonly movement: bigint;
}

/**
 * The day from which days must be put together so that those from `fromDate` on have their balances: the last one before
 * it whose evening the statements say whatever was before, or else the first day of the statements.
 * @param statements those that begin or end on `earliestDate` or later.
 */
export function balancesSince(
  statements: readonly StatementBalances[],
  { fromDate, earliestDate }: { readonly fromDate: string; readonly earliestDate: string },
): string {
  const isBefore = (date: string) => earliestDate <= date && date < fromDate;
  const begun = statements.filter(({ firstDate }) => isBefore(firstDate)).map(({ firstDate }) => firstDate);
  const ended = statements.filter(({ lastDate }) => isBefore(lastDate)).map(({ lastDate }) => lastDate);
  const dates = [...new Set([...begun, ...ended])].sort();
  return dates.findLast((date) => saysItself(date, statements)) ?? dates[0] ?? fromDate;
}

/** Whether one statement alone says how the day began or how it ended. */
function saysItself(date: string, statements: readonly StatementBalances[]): boolean {
  const covering = statements.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);
  const [only, ...others] = covering.filter(
    ({ firstDate, lastDate }) => firstDate === date || lastDate === date,
  );
  if (only === undefined || others.length > 0) return false;
  if (only.firstDate === date) return only.openingMinor !== null;
  return only.closingMinor !== null && covering.every(({ lastDate }) => lastDate === date);
}

/**
 * The balances of a day. If statements disagree, those that add up with the lines are taken, then those of the newest
 * statement. A day that the newest statement continues beyond has no closing balance.
 */
export function balancesOf(
  date: string,
  statements: readonly StatementBalances[],
  carried: Carried,
): DayBalances {
  const { evening, movement } = carried;
  const covering = statements.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);
  const allOpenings = known(
    covering.filter(({ firstDate }) => firstDate === date).map((one) => one.openingMinor),
  );
  const allClosings = known(
    covering.filter(({ lastDate }) => lastDate === date).map((one) => one.closingMinor),
  );
  // Where a bank has several statements of a day, one begins with the balance at which another ended.
  const openings = without(allOpenings, allClosings);
  const closings = without(allClosings, allOpenings);
  const candidates = openings.length === 0 ? known([evening]) : preferring(evening, openings);
  const exact = candidates.find((opening) => closings.includes(opening + movement));
  const openingMinor = exact ?? candidates[0] ?? null;
  const goesOn = (covering[0]?.lastDate ?? date) > date;
  const stated = exact !== undefined ? exact + movement : goesOn ? undefined : closings[0];
  const computed = openingMinor === null ? null : openingMinor + movement;
  const isOpeningStated = openings.length > 0;
  return {
    openingMinor,
    closingMinor: stated ?? computed,
    isOpeningStated,
    isClosingStated: stated !== undefined,
    differenceMinor: stated === undefined || computed === null ? null : stated - computed,
    gapMinor: isOpeningStated && evening !== null && openingMinor !== null ? openingMinor - evening : null,
  };
}

function known(amounts: readonly (bigint | null)[]): bigint[] {
  return amounts.filter((amount) => amount !== null);
}

/** The amounts that are not among others; all where none is left. */
function without(amounts: readonly bigint[], others: readonly bigint[]): readonly bigint[] {
  const left = amounts.filter((amount) => !others.includes(amount));
  return left.length > 0 ? left : amounts;
}

/** Puts an amount first, if it is among others. */
function preferring(first: bigint | null, amounts: readonly bigint[]): readonly bigint[] {
  return first !== null && amounts.includes(first) ? [first, ...amounts] : amounts;
}

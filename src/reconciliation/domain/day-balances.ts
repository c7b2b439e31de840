/** The balances of a statement: the opening balance is of its first day, and the closing balance of its last day. */
export interface StatementBalances {
  readonly firstDate: string;
  readonly lastDate: string;
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
}

/** The balances of a day; null if unknown. */
export interface DayBalances {
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  /** Whether a statement states it. Otherwise the balance is computed from the day before. */
  readonly isOpeningStated: boolean;
  readonly isClosingStated: boolean;
  /** A stated closing balance minus opening balance and lines: 0 if they agree. */
  readonly differenceMinor: bigint | null;
  /** A stated opening balance minus the balance of the evening before: not 0 if a statement is missing. */
  readonly gapMinor: bigint | null;
}

interface DayStart {
  /** The balance of the evening before; null if unknown. */
  readonly evening: bigint | null;
  readonly movement: bigint;
}

/**
 * Finds the day from which days must be computed so that those from `fromDate` on have their balances: the last one
 * before it whose evening balance the statements state on their own, or else the first day of the statements.
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
  return dates.findLast((date) => statesBalance(date, statements)) ?? dates[0] ?? fromDate;
}

/** Whether a single statement states how the day began or ended. */
function statesBalance(date: string, statements: readonly StatementBalances[]): boolean {
  const covering = statements.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);
  const [only, ...others] = covering.filter(
    ({ firstDate, lastDate }) => firstDate === date || lastDate === date,
  );
  if (only === undefined || others.length > 0) return false;
  if (only.firstDate === date) return only.openingMinor !== null;
  return only.closingMinor !== null && covering.every(({ lastDate }) => lastDate === date);
}

/**
 * Computes the balances of a day. If statements disagree, balances that add up with the lines are preferred, then those
 * of the newest statement. A day that the newest statement continues beyond has no closing balance.
 */
export function balancesOf(
  date: string,
  statements: readonly StatementBalances[],
  carried: DayStart,
): DayBalances {
  const { evening, movement } = carried;
  const covering = statements.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);
  const allOpenings = known(
    covering.filter(({ firstDate }) => firstDate === date).map((one) => one.openingMinor),
  );
  const allClosings = known(
    covering.filter(({ lastDate }) => lastDate === date).map((one) => one.closingMinor),
  );
  // If a bank has several statements for a day, one begins with the closing balance of another.
  const openings = without(allOpenings, allClosings);
  const closings = without(allClosings, allOpenings);
  const candidates = openings.length === 0 ? known([evening]) : putFirst(evening, openings);
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

/** Returns the amounts that are not among others, or all if none would be left. */
function without(amounts: readonly bigint[], others: readonly bigint[]): readonly bigint[] {
  const left = amounts.filter((amount) => !others.includes(amount));
  return left.length > 0 ? left : amounts;
}

/** Puts an amount first if it is among the others. */
function putFirst(first: bigint | null, amounts: readonly bigint[]): readonly bigint[] {
  return first !== null && amounts.includes(first) ? [first, ...amounts] : amounts;
}

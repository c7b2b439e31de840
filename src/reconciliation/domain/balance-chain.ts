import type { Balance, StatementEnd, StatementHeader, StatementLine } from './statement.ts';

/** Why a statement is held: its balances do not add up. Amounts are minor units. */
export interface BrokenChain {
  readonly reason: 'closing-balance' | 'running-balance' | 'page-balance' | 'missing-page';
  /** The line at which a running balance breaks; null for the whole statement. */
  readonly place: string | null;
  /** Null for a missing page, and for a balance in another currency. */
  readonly expectedMinor: number | null;
  readonly statedMinor: number | null;
}

/** Follows the balances of a statement, line by line. */
export interface BalanceChain {
  add(line: StatementLine): void;
  /** @returns the first break, or undefined if all balances of the file add up or there are none. */
  end(end: StatementEnd): BrokenChain | undefined;
}

/**
 * Checks that opening + lines = closing and, if lines have balances, that each is the previous one plus the line's
 * amount. Files begin with either their newest or their oldest line; if their days do not show which, either order
 * counts. Pending lines, and lines in another currency, are not part of any balance.
 */
export function followBalances({
  opening,
  account,
}: Pick<StatementHeader, 'opening' | 'account'>): BalanceChain {
  let sumMinor = 0;
  const oldestFirst = new RunningBalance('oldest-first');
  const newestFirst = new RunningBalance('newest-first');
  let [firstDay, lastDay] = ['', ''];
  return {
    add(line) {
      if (line.status === 'pending') return;
      if (account.currency !== null && line.currency !== account.currency) return;
      sumMinor += signedMinor(line);
      lastDay = line.bookingDate ?? lastDay;
      firstDay ||= lastDay;
      oldestFirst.add(line);
      newestFirst.add(line);
    },
    end({ closing, hasOtherClosing = false }) {
      if (hasOtherClosing) return OTHER_CLOSING;
      const whole = opening && closing && closingBreak(opening, closing, sumMinor);
      if (whole) return whole;
      if (firstDay < lastDay) return oldestFirst.first;
      if (firstDay > lastDay) return newestFirst.first;
      const [fewer, more] = [oldestFirst, newestFirst].sort((one, other) => one.count - other.count);
      return more?.first && fewer?.first;
    },
  };
}

/** Follows the balances after the lines in one order. Lines between two lines with a balance can have none. */
class RunningBalance {
  readonly #order: 'oldest-first' | 'newest-first';
  #expectedMinor: number | undefined;
  first: BrokenChain | undefined;
  count = 0;

  constructor(order: 'oldest-first' | 'newest-first') {
    this.#order = order;
  }

  add(line: StatementLine): void {
    const isOldestFirst = this.#order === 'oldest-first';
    const statedMinor = line.balanceAfterMinor;
    if (isOldestFirst && this.#expectedMinor !== undefined) this.#expectedMinor += signedMinor(line);
    if (statedMinor !== null) this.#compare(line.place, statedMinor);
    if (!isOldestFirst && this.#expectedMinor !== undefined) this.#expectedMinor -= signedMinor(line);
  }

  #compare(place: string, statedMinor: number): void {
    const expectedMinor = this.#expectedMinor;
    this.#expectedMinor = statedMinor;
    if (expectedMinor === undefined || expectedMinor === statedMinor) return;
    this.count += 1;
    this.first ??= { reason: 'running-balance', place, expectedMinor, statedMinor };
  }
}

export function signedMinor({ direction, amountMinor }: Pick<StatementLine, 'direction' | 'amountMinor'>) {
  return direction === 'credit' ? amountMinor : -amountMinor;
}

function closingBreak(opening: Balance, closing: Balance, sumMinor: number): BrokenChain | undefined {
  const expectedMinor = opening.amountMinor + sumMinor;
  if (expectedMinor === closing.amountMinor) return undefined;
  return { reason: 'closing-balance', place: null, expectedMinor, statedMinor: closing.amountMinor };
}

/** The break of a statement whose only closing balance is in another currency. */
const OTHER_CLOSING: BrokenChain = {
  reason: 'closing-balance',
  place: null,
  expectedMinor: null,
  statedMinor: null,
};

/** The break of a statement if the file ends before its last page. */
export const MISSING_PAGE: BrokenChain = {
  reason: 'missing-page',
  place: null,
  expectedMinor: null,
  statedMinor: null,
};

/**
 * Returns the break between two pages of one statement, if the second does not open with the closing balance of the
 * first.
 */
export function pageBreak(before: Balance | null, opening: Balance | null): BrokenChain | undefined {
  if (!before || !opening || before.amountMinor === opening.amountMinor) return undefined;
  const [expectedMinor, statedMinor] = [before.amountMinor, opening.amountMinor];
  return { reason: 'page-balance', place: null, expectedMinor, statedMinor };
}

import type { Balance } from '../domain/statement.ts';
import type { Movement } from './movement.ts';
import type { BankProfile } from './profiles/profile.ts';

/** The balances before the first and after the last movement, in the order of time. */
export interface Balances {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
}

const signed = ({ direction, amountMinor }: Movement) =>
  direction === 'credit' ? amountMinor : -amountMinor;

/**
 * Derives the opening and the closing balance from the balances after each movement. Where the profile does not say
 * whether the oldest or the newest stands first, that order holds in which more of the balances add up, then that of the
 * dates.
 */
export class BalanceOrder {
  readonly #order: BankProfile['balanceOrder'];
  #first: Movement | undefined;
  #last: Movement | undefined;
  #oldestFirst = 0;
  #newestFirst = 0;

  constructor(order: BankProfile['balanceOrder']) {
    this.#order = order;
  }

  add(movement: Movement): void {
    const previous = this.#last;
    this.#first ??= movement;
    this.#last = movement;
    if (!previous || previous.balanceMinor === null || movement.balanceMinor === null) return;
    if (previous.balanceMinor + signed(movement) === movement.balanceMinor) this.#oldestFirst += 1;
    if (movement.balanceMinor + signed(previous) === previous.balanceMinor) this.#newestFirst += 1;
  }

  balances(): Balances {
    const [oldest, newest] = this.#isNewestFirst() ? [this.#last, this.#first] : [this.#first, this.#last];
    if (!oldest || !newest) return { opening: null, closing: null };
    const before = oldest.balanceMinor === null ? null : oldest.balanceMinor - signed(oldest);
    return {
      opening: before === null ? null : { amountMinor: before, date: oldest.date },
      closing: newest.balanceMinor === null ? null : { amountMinor: newest.balanceMinor, date: newest.date },
    };
  }

  #isNewestFirst(): boolean {
    if (this.#order === 'newest-first') return true;
    if (this.#order === 'oldest-first') return false;
    if (this.#oldestFirst !== this.#newestFirst) return this.#newestFirst > this.#oldestFirst;
    return (this.#first?.date ?? '') > (this.#last?.date ?? '');
  }
}

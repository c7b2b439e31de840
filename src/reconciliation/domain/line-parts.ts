import type { LineDirection } from './statement.ts';

/** The parts of a day's movement, by what became of its lines. Each booked line is in exactly one. */
export const LINE_PARTS = [
  /** Lines that paid deposits, minus those that returned one. */
  'deposits',
  /** Lines that paid withdrawals, minus those that returned one. */
  'payouts',
  'fees',
  'otherDebits',
  'unknown',
  /** Lines that wait for a decision: proposed, underpaid, late, new … */
  'waiting',
  'held',
  'putAway',
] as const;
export type LinePart = (typeof LINE_PARTS)[number];

/** Similar lines of one day, with the sum of their amounts. Sums are minor units. */
export interface LineGroup {
  readonly date: string;
  readonly direction: LineDirection;
  readonly isBooked: boolean;
  /** The state at the desk. */
  readonly state: string;
  /** Whether matched lines paid their transactions. Otherwise the money went back. */
  readonly isPaying: boolean;
  /** Whether they are in the currency of the account. Others are counted, but not summed. */
  readonly isOwnCurrency: boolean;
  readonly count: number;
  readonly sumMinor: bigint;
  /** The part of the sum that paid refunds or returned one. It belongs to no transaction. */
  readonly refundMinor: bigint;
}

/** Returns the part of the movement to which lines belong; undefined if a booked line has taken their place. */
export function partOf({
  state,
  direction,
  isPaying,
}: Pick<LineGroup, 'state' | 'direction' | 'isPaying'>): LinePart | undefined {
  switch (state) {
    case 'matched':
      return isPaying === (direction === 'credit') ? 'deposits' : 'payouts';
    case 'fee':
      return 'fees';
    case 'other-debit':
      return 'otherDebits';
    case 'put-away':
    // Money that belongs to no transaction, and money that was given back.
    case 'given-back':
      return 'putAway';
    case 'unknown':
    case 'held':
      return state;
    case 'replaced':
      return undefined;
    default:
      return 'waiting';
  }
}

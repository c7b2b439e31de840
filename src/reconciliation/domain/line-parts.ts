import type { LineDirection } from './statement.ts';

/** The parts of the movement of a day, by what became of its lines. Each booked line is in exactly one. */
export const LINE_PARTS = [
  /** Lines that paid deposits, less those that gave one back. */
  'deposits',
  /** Lines that paid withdrawals, less those by which one came back. */
  'payouts',
  'fees',
  'otherDebits',
  'unknown',
  /** They wait for a decision: proposed, underpaid, late, new … */
  'waiting',
  'held',
  'putAway',
] as const;
export type LinePart = (typeof LINE_PARTS)[number];

/** Lines of one day that are alike, with the sum of their amounts. Sums are minor units. */
export interface LineGroup {
  readonly date: string;
  readonly direction: LineDirection;
  readonly isBooked: boolean;
  /** The state at the desk. */
  readonly state: string;
  /** Whether matched lines paid their transactions. Otherwise the money went back. */
  readonly isPaying: boolean;
  /** Whether they are in the currency of the account. Others are counted, and in no sum. */
  readonly isOwnCurrency: boolean;
  readonly count: number;
  readonly sumMinor: bigint;
  /** The part of the sum that paid refunds or returned one. It belongs to no transaction. */
  readonly refundMinor: bigint;
}

/** The part of the movement that booked lines are; undefined where a booked line has taken their place. */
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
    // Money that belongs to no transaction, and its way back.
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

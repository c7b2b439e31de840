import { type BatchState, PAYOUT_ROW_STATES, type PayoutRowState } from './batch.ts';
import { type PayoutFacts, stateOf } from './payout-state.ts';

/** A change of rows. It leaves rows in other states as they are, because for them it comes late or a second time. */
export interface RowChange {
  readonly from: readonly PayoutRowState[];
  readonly to: PayoutRowState;
}

/** All changes that can happen to a row. */
export const ROW_CHANGES = {
  /** People take it out of its batch, or take the batch back. */
  takeOut: { from: ['in'], to: 'out' },
  /** The bank does not pay it, which is certain even if people had taken it back. */
  refuse: { from: ['in', 'out'], to: 'refused' },
  /** The bank says that it has executed the payment, whatever it and people have said before. */
  waitAgain: { from: ['out', 'refused'], to: 'in' },
  /** The money left, whatever the bank and people have said before. */
  pay: { from: PAYOUT_ROW_STATES, to: 'paid' },
  giveBack: { from: ['paid'], to: 'returned' },
  /** The money has not come back after all. */
  keep: { from: ['returned'], to: 'paid' },
} as const satisfies Readonly<Record<string, RowChange>>;

/** The states of rows without a booked debit. */
export type UnpaidState = Exclude<PayoutRowState, 'paid' | 'returned'>;

/**
 * Returns the state of a row without its debit. A row that the bank refused, or that people took out or rejected with
 * its batch, stays so.
 * @param facts only the bank's statuses count.
 * @param before the state that it had before its debit; null if unknown.
 */
export function unpaidStateOf(
  facts: Pick<PayoutFacts, 'bankStatus' | 'isExecuted'>,
  batchState: BatchState | undefined,
  before: UnpaidState | null,
): UnpaidState {
  if (stateOf({ ...facts, isDebited: false, isReturned: false }) === 'refused') return 'refused';
  return batchState === 'rejected' || before === 'out' ? 'out' : 'in';
}

/** The money has not left after all. */
export const unpay = (to: UnpaidState): RowChange => ({ from: ['paid'], to });

/**
 * Returns the state of an exported batch by those of its rows: once none waits, it is paid, or refused if none was
 * paid. Rows that were taken out do not count.
 */
export function sentStateOf(
  rows: readonly PayoutRowState[],
): Extract<BatchState, 'exported' | 'refused' | 'paid'> {
  if (rows.includes('in')) return 'exported';
  return rows.every((state) => state === 'refused' || state === 'out') ? 'refused' : 'paid';
}

/**
 * Whether the file of a batch can be downloaded, by the states of the rows in it. Once the bank has refused a row, or
 * people have taken it out, another file can pay the same, and a bank that gets both files pays it twice.
 */
export function isFileGivenOut(filed: readonly PayoutRowState[]): boolean {
  return filed.length > 0 && !filed.some((state) => state === 'out' || state === 'refused');
}

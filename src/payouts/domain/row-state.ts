import { type BatchState, PAYOUT_ROW_STATES, type PayoutRowState } from './batch.ts';
import { type PayoutFacts, stateOf } from './payout-state.ts';

/** A change of rows: of those in other states it changes nothing, because it comes late or again. */
export interface RowChange {
  readonly from: readonly PayoutRowState[];
  readonly to: PayoutRowState;
}

/** All that happens to a row. */
export const ROW_CHANGES = {
  /** People take it out of its batch, or take the batch back. */
  takeOut: { from: ['in'], to: 'out' },
  /** The bank does not pay it: that is certain also where people had taken it back. */
  refuse: { from: ['in', 'out'], to: 'refused' },
  /** The bank says that it has executed it, whatever it and people have said before. */
  waitAgain: { from: ['out', 'refused'], to: 'in' },
  /** The money left, whatever the bank and people have said before. */
  pay: { from: PAYOUT_ROW_STATES, to: 'paid' },
  giveBack: { from: ['paid'], to: 'returned' },
  /** The money has not come back after all. */
  keep: { from: ['returned'], to: 'paid' },
} as const satisfies Readonly<Record<string, RowChange>>;

/** The states of rows that no debit has paid. */
export type UnpaidState = Exclude<PayoutRowState, 'paid' | 'returned'>;

/**
 * The state of a row without its debit: what the bank, or people who have taken it or its batch back, have let go of stays so.
 * @param facts those of the bank count.
 * @param before the state that it had before its debit; null where that is not known.
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
 * The state of a batch that was exported, by those of its rows: once none waits, it is paid, or refused as a whole. Rows
 * that were taken out say nothing.
 */
export function sentStateOf(
  rows: readonly PayoutRowState[],
): Extract<BatchState, 'exported' | 'refused' | 'paid'> {
  if (rows.includes('in')) return 'exported';
  return rows.every((state) => state === 'refused' || state === 'out') ? 'refused' : 'paid';
}

/**
 * Whether the file of a batch is given out, by the states of the rows in it. Once the bank or people have let go of one of
 * them, another file can pay the same, and a bank that gets both pays it twice.
 */
export function isFileGivenOut(filed: readonly PayoutRowState[]): boolean {
  return filed.length > 0 && !filed.some((state) => state === 'out' || state === 'refused');
}

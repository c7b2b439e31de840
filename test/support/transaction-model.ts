import type { ErrorType } from '../../src/domain/errors.ts';
import type { TransactionStatus, TransactionType } from '../../src/domain/transaction.ts';

export const KINDS = ['settle', 'reject', 'cancel', 'reverse', 'correct'] as const;
export type Kind = (typeof KINDS)[number];

/** Which sequence a request names. */
export const SIGHTS = ['right', 'stale', 'ahead', 'missing'] as const;
export type Sight = (typeof SIGHTS)[number];

/** One request, about the transaction that stands in a slot. */
export interface Step {
  readonly slot: number;
  readonly kind: Kind;
  readonly sight: Sight;
  readonly finalAmountMinor: number | undefined;
  readonly acceptDifference: boolean | undefined;
  readonly reason: string | undefined;
}

export interface ModelEvent {
  readonly transactionId: string;
  readonly kind: Kind | 'expire';
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly reason: string | null;
  readonly finalAmountMinor: number | null;
  readonly sequence: number;
  readonly actor: 'operator' | 'service';
  readonly occurredAtMs: number;
}

export interface ModelTransaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly amountMinor: number;
  readonly createdAtMs: number;
  /** The IBAN of the account that it is paid into; a withdrawal has none of ours. */
  readonly account: string | undefined;
  status: TransactionStatus;
  statusReason: string | null;
  finalAmountMinor: number | null;
  sequence: number;
  updatedAtMs: number;
  /** How long it was pending, if it was settled then. */
  settledAfterMs: number | undefined;
}

/** The table of transitions as people were promised it: written by hand, and not read from the code. */
const NEXT: Readonly<Record<TransactionStatus, Partial<Record<Kind | 'expire', TransactionStatus>>>> = {
  pending: { settle: 'successful', reject: 'unsuccessful', cancel: 'unsuccessful', expire: 'unsuccessful' },
  successful: { reverse: 'unsuccessful' },
  unsuccessful: { correct: 'successful' },
};

const DEFAULT_REASONS: Readonly<Partial<Record<Kind | 'expire', string>>> = {
  reject: 'rejected_by_operator',
  cancel: 'cancelled_by_client',
  expire: 'expired',
};

/** What transactions are to be after what was asked of them: slots that hold one each, and all that ever were. */
export class TransactionModel {
  readonly slots: (ModelTransaction | undefined)[];
  readonly all: ModelTransaction[] = [];
  /** Every change, in the order it was made. */
  readonly history: ModelEvent[] = [];

  constructor(slotCount: number) {
    this.slots = new Array<ModelTransaction | undefined>(slotCount).fill(undefined);
  }

  put(
    slot: number,
    created: Pick<ModelTransaction, 'id' | 'type' | 'amountMinor' | 'createdAtMs' | 'account'>,
  ): void {
    const transaction: ModelTransaction = {
      ...created,
      status: 'pending',
      statusReason: null,
      finalAmountMinor: null,
      sequence: 1,
      updatedAtMs: created.createdAtMs,
      settledAfterMs: undefined,
    };
    this.slots[slot] = transaction;
    this.all.push(transaction);
  }

  /** The sequence that a request names. */
  sequenceOf({ sequence }: ModelTransaction, sight: Sight): number | undefined {
    const named = { right: sequence, stale: sequence - 1, ahead: sequence + 1, missing: undefined }[sight];
    // There is none before the first.
    return named === 0 ? 999 : named;
  }

  /** @returns the type of the error that the request is refused with; undefined when it is done. */
  ask(transaction: ModelTransaction, step: Step, nowMs: number): ErrorType | undefined {
    const { kind, sight, reason } = step;
    const needsReason = kind === 'reverse' || kind === 'correct';
    if (sight === 'missing' && kind !== 'cancel') return 'error_validation';
    if (needsReason && reason === undefined) return 'error_validation';
    if (sight === 'stale' || sight === 'ahead') return 'error_stale_sequence';
    const to = NEXT[transaction.status][kind];
    if (!to) {
      const isRepeat = kind === 'cancel' && sight === 'missing' && isCancelled(transaction);
      return isRepeat ? undefined : 'error_transition_not_allowed';
    }
    if (isUnusual(transaction, step)) return 'error_final_amount_unusual';
    const own = kind === 'cancel' ? undefined : reason;
    this.#transition(transaction, {
      ...{ kind, to, nowMs, actor: 'operator' },
      reason: own ?? DEFAULT_REASONS[kind] ?? null,
      paidMinor: step.finalAmountMinor,
    });
    return undefined;
  }

  /** The time of a transaction is over, or not yet. @returns whether it expires. */
  expire(transaction: ModelTransaction, isDue: boolean, nowMs: number): boolean {
    if (!isDue || transaction.type === 'withdrawal' || transaction.status !== 'pending') return false;
    const reason = DEFAULT_REASONS.expire ?? null;
    this.#transition(transaction, { kind: 'expire', to: 'unsuccessful', nowMs, actor: 'service', reason });
    return true;
  }

  #transition(
    transaction: ModelTransaction,
    transition: Pick<ModelEvent, 'kind' | 'to' | 'reason' | 'actor'> & {
      readonly nowMs: number;
      readonly paidMinor?: number | undefined;
    },
  ): void {
    const { kind, to, reason, actor, nowMs, paidMinor } = transition;
    const from = transaction.status;
    if (kind === 'settle' || kind === 'correct')
      transaction.finalAmountMinor = paidMinor ?? transaction.finalAmountMinor ?? transaction.amountMinor;
    if (kind === 'settle') transaction.settledAfterMs = nowMs - transaction.createdAtMs;
    transaction.status = to;
    transaction.statusReason = reason;
    transaction.sequence += 1;
    transaction.updatedAtMs = nowMs;
    const { id: transactionId, finalAmountMinor, sequence } = transaction;
    this.history.push({
      ...{ transactionId, kind, from, to, reason, finalAmountMinor, sequence, actor },
      occurredAtMs: nowMs,
    });
  }

  /** What counts toward the daily limit of an account: what is pending, and what was paid since midnight. */
  usedOf(account: string, nowMs: number): number {
    const midnightMs = Date.parse(`${new Date(nowMs).toISOString().slice(0, 10)}T00:00:00Z`);
    let used = 0;
    for (const transaction of this.all) {
      if (transaction.account !== account) continue;
      if (transaction.status === 'pending') used += transaction.amountMinor;
      if (transaction.status === 'successful' && transaction.updatedAtMs >= midnightMs)
        used += transaction.finalAmountMinor ?? Number.NaN;
    }
    return used / 100;
  }

  /** What the counters are to say of the transactions of one type. */
  countsOf(type: TransactionType) {
    const own = this.all.filter((transaction) => transaction.type === type);
    const having = (status: TransactionStatus) => own.filter((transaction) => transaction.status === status);
    const settled = own.flatMap(({ settledAfterMs }) => settledAfterMs ?? []);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    return {
      createdCount: own.length,
      createdAmount: sum(own.map(({ amountMinor }) => amountMinor)) / 100,
      pendingCount: having('pending').length,
      successfulCount: having('successful').length,
      successfulAmount: sum(having('successful').map(({ finalAmountMinor }) => finalAmountMinor ?? 0)) / 100,
      unsuccessfulCount: having('unsuccessful').length,
      secondsToSettle: settled.length === 0 ? null : Math.round(sum(settled) / settled.length / 1000),
    };
  }
}

/** The limits of the demo banks, in minor units. */
const [LOWEST, HIGHEST] = [1000, 10_000_000];

/** Whether a final amount is one that somebody has to accept. */
function isUnusual({ amountMinor }: ModelTransaction, { kind, finalAmountMinor, acceptDifference }: Step) {
  if ((kind !== 'settle' && kind !== 'correct') || finalAmountMinor === undefined || acceptDifference)
    return false;
  if (finalAmountMinor === amountMinor) return false;
  if (finalAmountMinor < LOWEST || finalAmountMinor > HIGHEST) return true;
  return finalAmountMinor < amountMinor * 0.8 || finalAmountMinor > amountMinor * 1.2;
}

function isCancelled({ status, statusReason }: ModelTransaction): boolean {
  return status === 'unsuccessful' && statusReason === DEFAULT_REASONS.cancel;
}

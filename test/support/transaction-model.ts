import type { ErrorType } from '../../src/kernel/errors.ts';
import type {
  EndedKind,
  TransactionStatus,
  TransactionType,
} from '../../src/transactions/domain/transaction.ts';

export const KINDS = ['settle', 'reject', 'cancel', 'reverse', 'correct'] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds of sequence that a request names. */
export const SEQUENCE_KINDS = ['right', 'stale', 'ahead', 'missing'] as const;
export type SequenceKind = (typeof SEQUENCE_KINDS)[number];

/** One request for a transition of the transaction in a slot. */
export interface TransitionRequest {
  readonly slot: number;
  readonly kind: Kind;
  readonly sequenceKind: SequenceKind;
  readonly finalAmountMinor: number | undefined;
  readonly acceptDifference: boolean | undefined;
  readonly reason: string | undefined;
  readonly holdSeconds: number | undefined;
  /** Whether it names how a withdrawal was paid. */
  readonly isPaidOut: boolean;
}

/** A request to undo the planned decision about the transaction in a slot. */
export interface UndoRequest {
  readonly slot: number;
  readonly sequenceKind: SequenceKind;
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

interface ModelPlan {
  readonly request: TransitionRequest;
  readonly dueAtMs: number;
}

export interface ModelTransaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly amountMinor: number;
  readonly createdAtMs: number;
  /** The IBAN of the account that it is paid into; null for a withdrawal. */
  readonly account: string | undefined;
  /** Whether the operator has claimed a withdrawal; no claim ends meanwhile. */
  readonly isClaimed: boolean;
  status: TransactionStatus;
  statusReason: string | null;
  /** How it last became unsuccessful. */
  endedAs: EndedKind | null;
  finalAmountMinor: number | null;
  sequence: number;
  updatedAtMs: number;
  /** The time from creation to settlement, if the transaction was settled. */
  settledAfterMs: number | undefined;
  /** The planned decision. */
  plan: ModelPlan | undefined;
}

/** The published table of transitions, written by hand and not read from the code. */
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

const ENDS_AS: Readonly<Partial<Record<ModelEvent['kind'], EndedKind>>> = {
  reject: 'rejected',
  cancel: 'cancelled',
  expire: 'expired',
  reverse: 'reversed',
};

/** The expected state of all transactions. Requests name them by slots, each of which holds one transaction. */
export class TransactionModel {
  readonly slots: (ModelTransaction | undefined)[];
  readonly all: ModelTransaction[] = [];
  /** All events, in their order. */
  readonly history: ModelEvent[] = [];

  constructor(slotCount: number) {
    this.slots = new Array<ModelTransaction | undefined>(slotCount).fill(undefined);
  }

  put(
    slot: number,
    created: Pick<ModelTransaction, 'id' | 'type' | 'amountMinor' | 'createdAtMs' | 'account' | 'isClaimed'>,
  ): void {
    const transaction: ModelTransaction = {
      ...created,
      status: 'pending',
      statusReason: null,
      endedAs: null,
      finalAmountMinor: null,
      sequence: 1,
      updatedAtMs: created.createdAtMs,
      settledAfterMs: undefined,
      plan: undefined,
    };
    this.slots[slot] = transaction;
    this.all.push(transaction);
  }

  /** Returns the sequence that a request names. */
  sequenceOf({ sequence }: ModelTransaction, sequenceKind: SequenceKind): number | undefined {
    const named = { right: sequence, stale: sequence - 1, ahead: sequence + 1, missing: undefined }[
      sequenceKind
    ];
    // No sequence precedes the first one.
    return named === 0 ? 999 : named;
  }

  /** Applies or plans a request. @returns the error type of a refusal; undefined when it is accepted. */
  ask(transaction: ModelTransaction, request: TransitionRequest, nowMs: number): ErrorType | undefined {
    const { kind, sequenceKind, reason } = request;
    if (sequenceKind === 'missing' && request.holdSeconds) return 'error_validation';
    const needsReason = kind === 'reverse' || kind === 'correct';
    if (sequenceKind === 'missing' && kind !== 'cancel') return 'error_validation';
    if (needsReason && reason === undefined) return 'error_validation';
    if (sequenceKind === 'stale' && this.#hasHappened(transaction, request)) return undefined;
    if (sequenceKind === 'stale' || sequenceKind === 'ahead') return 'error_stale_sequence';
    const to = NEXT[transaction.status][kind];
    if (!to) {
      const isRepeat = kind === 'cancel' && sequenceKind === 'missing' && isCancelled(transaction);
      return isRepeat ? undefined : 'error_transition_not_allowed';
    }
    if (transaction.type === 'withdrawal' && kind === 'settle' && !transaction.isClaimed)
      return 'error_not_claimed';
    if (transaction.type === 'withdrawal' && (kind === 'settle' || kind === 'correct') && !request.isPaidOut)
      return 'error_validation';
    if (isUnusual(transaction, request)) return 'error_final_amount_unusual';
    const { plan } = transaction;
    if (plan) {
      const isSame = request.holdSeconds && termsOf(plan.request) === termsOf(request);
      return isSame ? undefined : 'error_transition_not_allowed';
    }
    if (request.holdSeconds) transaction.plan = { request, dueAtMs: nowMs + request.holdSeconds * 1000 };
    else this.#decide(transaction, request, nowMs);
    return undefined;
  }

  /** Whether a request that names the last sequence but one asks for the last event. */
  #hasHappened(
    { id, amountMinor }: ModelTransaction,
    { kind, finalAmountMinor }: TransitionRequest,
  ): boolean {
    const [made, former] = this.history.filter(({ transactionId }) => transactionId === id).toReversed();
    if (made?.kind !== kind || made.actor !== 'operator') return false;
    if (kind !== 'settle' && kind !== 'correct') return true;
    return made.finalAmountMinor === (finalAmountMinor ?? former?.finalAmountMinor ?? amountMinor);
  }

  #decide(transaction: ModelTransaction, request: TransitionRequest, nowMs: number): void {
    const { kind, reason } = request;
    const to = NEXT[transaction.status][kind];
    if (!to) throw new Error(`${transaction.id} is planned to ${kind}, and is ${transaction.status}`);
    const own = kind === 'cancel' ? undefined : reason;
    this.#transition(transaction, {
      kind,
      to,
      nowMs,
      actor: 'operator',
      reason: own ?? DEFAULT_REASONS[kind] ?? null,
      paidMinor: request.finalAmountMinor,
    });
  }

  /** Undoes a plan. @returns the error type of a refusal; undefined when it is undone. */
  undo(transaction: ModelTransaction, { sequenceKind }: UndoRequest): ErrorType | undefined {
    if (sequenceKind === 'missing') return 'error_validation';
    const isOfEarlier = sequenceKind === 'stale' && transaction.sequence > 1;
    if (isOfEarlier && !transaction.plan) return 'error_undo_too_late';
    if (sequenceKind !== 'right') return 'error_stale_sequence';
    if (!transaction.plan) return 'error_transition_not_allowed';
    transaction.plan = undefined;
    return undefined;
  }

  /** Runs the due plans. @returns the transactions that have changed. */
  runDue(nowMs: number): Readonly<ModelTransaction>[] {
    const due = this.all
      .flatMap((transaction) => {
        const { plan } = transaction;
        return plan && nowMs >= plan.dueAtMs ? [{ transaction, ...plan }] : [];
      })
      .sort(
        (one, other) => one.dueAtMs - other.dueAtMs || (one.transaction.id < other.transaction.id ? -1 : 1),
      );
    for (const { transaction, request } of due) {
      transaction.plan = undefined;
      this.#decide(transaction, request, nowMs);
    }
    return due.map(({ transaction }) => transaction);
  }

  /** Applies a sweep to a transaction. @returns whether it expires. */
  expire(transaction: ModelTransaction, isDue: boolean, nowMs: number): boolean {
    if (!isDue || transaction.type === 'withdrawal' || transaction.status !== 'pending') return false;
    if (transaction.plan) return false;
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
    transaction.endedAs = ENDS_AS[kind] ?? transaction.endedAs;
    transaction.statusReason = reason;
    transaction.sequence += 1;
    transaction.updatedAtMs = nowMs;
    const { id: transactionId, finalAmountMinor, sequence } = transaction;
    this.history.push({
      transactionId,
      kind,
      from,
      to,
      reason,
      finalAmountMinor,
      sequence,
      actor,
      occurredAtMs: nowMs,
    });
  }

  /** The expected use of an account: what is pending, and what was paid since midnight. */
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

  /** The expected counters of the transactions of one type. */
  countsOf(type: TransactionType) {
    const own = this.all.filter((transaction) => transaction.type === type);
    const having = (status: TransactionStatus) => own.filter((transaction) => transaction.status === status);
    const ended = (kind: EndedKind) =>
      having('unsuccessful').filter(({ endedAs }) => endedAs === kind).length;
    const settled = own.flatMap(({ settledAfterMs }) => settledAfterMs ?? []);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    return {
      createdCount: own.length,
      createdAmount: sum(own.map(({ amountMinor }) => amountMinor)) / 100,
      pendingCount: having('pending').length,
      successfulCount: having('successful').length,
      successfulAmount: sum(having('successful').map(({ finalAmountMinor }) => finalAmountMinor ?? 0)) / 100,
      unsuccessfulCount: having('unsuccessful').length,
      expiredCount: ended('expired'),
      cancelledCount: ended('cancelled'),
      rejectedCount: ended('rejected'),
      reversedCount: ended('reversed'),
      secondsToSettle: settled.length === 0 ? null : Math.round(sum(settled) / settled.length / 1000),
    };
  }
}

/** The limits of the demo banks, in minor units. */
const [LOWEST, HIGHEST] = [1000, 10_000_000];

/** Whether a final amount must be accepted explicitly. */
function isUnusual(
  { amountMinor }: ModelTransaction,
  { kind, finalAmountMinor, acceptDifference }: TransitionRequest,
) {
  if ((kind !== 'settle' && kind !== 'correct') || finalAmountMinor === undefined || acceptDifference)
    return false;
  if (finalAmountMinor === amountMinor) return false;
  if (finalAmountMinor < LOWEST || finalAmountMinor > HIGHEST) return true;
  return finalAmountMinor < amountMinor * 0.8 || finalAmountMinor > amountMinor * 1.2;
}

/** The target of a request, as one word. */
function termsOf({ kind, finalAmountMinor, acceptDifference, reason, isPaidOut }: TransitionRequest): string {
  const isPaid = (kind === 'settle' || kind === 'correct') && finalAmountMinor !== undefined;
  const paid = isPaid ? { finalAmountMinor, acceptDifference } : {};
  return JSON.stringify({ kind, ...paid, reason: kind === 'cancel' ? undefined : reason, isPaidOut });
}

function isCancelled({ status, endedAs }: ModelTransaction): boolean {
  return status === 'unsuccessful' && endedAs === 'cancelled';
}

import type { TransactionStatus } from '../../../src/domain/transaction.ts';
import {
  type EventKind,
  TRANSITION_KINDS,
  TRANSITIONS,
  type TransitionKind,
} from '../../../src/domain/transition.ts';

/** The most events that are added in a row. A sequence that is further ahead is itself wrong. */
const MOST_MISSING = 16;

/** The state of a transaction, as in its row or after one of its events. */
export interface TransactionState {
  readonly sequence: number;
  readonly status: TransactionStatus;
  readonly reason: string | null;
  readonly finalAmountMinor: number | null;
  /** The time when the state began, in epoch milliseconds. */
  readonly sinceMs: number;
}

/** A stored event, with the state after it. */
export interface StoredEvent extends TransactionState {
  readonly id: string;
  readonly kind: EventKind;
  readonly from: TransactionStatus;
  /** True if its client has received it, or may have. */
  readonly mayBeReceived: boolean;
}

/** An event as it should be, with its id if it is stored. */
export interface RepairedEvent extends TransactionState {
  readonly id: string | undefined;
  readonly kind: EventKind;
  readonly from: TransactionStatus;
}

/** A transaction and its events as they should be, in order. A repair removes all other events. */
interface RepairedHistory {
  readonly row: TransactionState;
  readonly events: readonly RepairedEvent[];
}

/**
 * Decides what a transaction and its events should be, where they contradict each other.
 * An event that the row has not reached is removed, unless a client may have received it: then the row follows it.
 * Where the row is ahead of its events, the row is right, since callers have seen it: missing events are added.
 * @param events in the order of their sequences.
 * @returns undefined when no rule decides it.
 */
export function repairHistory(
  row: TransactionState,
  events: readonly StoredEvent[],
): RepairedHistory | undefined {
  const kept = keptEvents(row, events);
  const last = kept.at(-1);
  const end = last && last.sequence >= row.sequence ? undefined : endOf(row, last);
  const states: (TransactionState & Partial<StoredEvent>)[] = end ? [...kept, end] : kept;
  const repaired: RepairedEvent[] = [];
  let before: Pick<TransactionState, 'sequence' | 'status'> = { sequence: 1, status: 'pending' };
  for (const state of states) {
    const count = state.sequence - before.sequence;
    if (state.kind === 'undo') {
      const undo = undoOf(state, repaired);
      if (!undo) return undefined;
      repaired.push(undo);
      before = state;
      continue;
    }
    if (!canLead(before.status, state.status, count)) return undefined;
    for (let step = 1; step <= count; step += 1)
      repaired.push(eventTowards(state, before.sequence + step, repaired.at(-1)?.status ?? 'pending'));
    before = state;
  }
  const newest: TransactionState = repaired.at(-1) ?? {
    ...row,
    sequence: 1,
    status: 'pending',
    reason: null,
    finalAmountMinor: null,
  };
  return { row: newest, events: repaired };
}

/** Leaves out the events that the row has not reached and that no client may have received. */
function keptEvents(row: TransactionState, events: readonly StoredEvent[]): StoredEvent[] {
  const reached =
    row.sequence <= 1 ? 'pending' : events.find(({ sequence }) => sequence === row.sequence)?.status;
  // A row may have the status of a later event without its sequence. Callers have seen that status.
  const isAhead = reached !== undefined && row.status !== reached;
  const seen = events.filter(
    ({ mayBeReceived, status }) => mayBeReceived || (isAhead && status === row.status),
  );
  const lastSeen = Math.max(row.sequence, ...seen.map(({ sequence }) => sequence));
  return events.filter(({ sequence, mayBeReceived }) =>
    sequence < 2 ? mayBeReceived : sequence <= lastSeen,
  );
}

/**
 * The state at the end of the history if the row is ahead of its events: at the row's own sequence if transitions can
 * lead there, else one transition after the last event. @returns undefined when the row adds nothing to its events.
 */
function endOf(row: TransactionState, last: StoredEvent | undefined): TransactionState | undefined {
  const { sequence, status } = last ?? { sequence: 1, status: 'pending' };
  if (row.status === 'pending') return undefined;
  if (canLead(status, row.status, row.sequence - sequence)) return row;
  return row.status === status ? undefined : { ...row, sequence: sequence + 1 };
}

/**
 * Checks whether this many transitions can lead from one status to another. After pending the two end statuses
 * alternate.
 */
function canLead(from: TransactionStatus, to: TransactionStatus, count: number): boolean {
  if (to === 'pending' || count < 1 || count > MOST_MISSING) return false;
  return from === 'pending' || (from === to) === (count % 2 === 0);
}

/** The undo that ends in a state; undefined when the event right before it cannot be undone, or not to this state. */
function undoOf(
  state: TransactionState & Partial<StoredEvent>,
  before: readonly RepairedEvent[],
): RepairedEvent | undefined {
  const last = before.at(-1);
  if (!last || last.kind === 'undo' || last.kind === 'expire') return undefined;
  if (state.sequence !== last.sequence + 1 || state.status !== last.from) return undefined;
  return { ...state, id: state.id, kind: 'undo', from: last.status };
}

/** The event with a sequence on the way to a state, or the one that ends in it. On the way no reason is known. */
function eventTowards(
  state: TransactionState & Partial<StoredEvent>,
  sequence: number,
  from: TransactionStatus,
): RepairedEvent {
  const isLast = sequence === state.sequence;
  const status = (state.sequence - sequence) % 2 === 0 ? state.status : otherEnd(state.status);
  const reason = isLast ? state.reason : null;
  const { finalAmountMinor, sinceMs } = state;
  return {
    id: isLast ? state.id : undefined,
    kind: kindOf(from, status, { reason, kind: isLast ? state.kind : undefined }),
    from,
    ...{ sequence, status, reason, finalAmountMinor, sinceMs },
  };
}

function otherEnd(status: TransactionStatus): TransactionStatus {
  return status === 'successful' ? 'unsuccessful' : 'successful';
}

/** The stored kind if it is possible, else one from the transition table. The reason decides between several. */
function kindOf(
  from: TransactionStatus,
  to: TransactionStatus,
  stored: { readonly reason: string | null; readonly kind: EventKind | undefined },
): TransitionKind {
  const possible = TRANSITION_KINDS.filter(
    (kind) => TRANSITIONS[kind].from === from && TRANSITIONS[kind].to === to,
  );
  const kept = possible.find((kind) => kind === stored.kind);
  if (kept) return kept;
  const { reason } = stored;
  const byReason =
    reason === 'expired' ? 'expire' : reason?.startsWith('cancelled_by_') ? 'cancel' : undefined;
  const [first] = possible;
  if (!first) throw new Error(`no transition leads from ${from} to ${to}`);
  return byReason && possible.includes(byReason) ? byReason : first;
}

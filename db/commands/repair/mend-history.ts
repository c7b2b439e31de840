import type { TransactionStatus } from '../../../src/domain/transaction.ts';
import { TRANSITION_KINDS, TRANSITIONS, type TransitionKind } from '../../../src/domain/transition.ts';

/** More than this are not written: a sequence that is so far ahead is itself what is wrong. */
const MOST_MISSING = 16;

/** A transaction as its row has it, or as an event left it. */
export interface Standing {
  readonly sequence: number;
  readonly status: TransactionStatus;
  readonly reason: string | null;
  readonly finalAmountMinor: number | null;
  /** When it came to stand so, in epoch milliseconds. */
  readonly sinceMs: number;
}

/** A stored event: where it began, and how the transaction stood behind it. */
export interface StoredEvent extends Standing {
  readonly id: string;
  readonly kind: TransitionKind;
  readonly from: TransactionStatus;
  /** Whether its client was told of it, or may have been. */
  readonly isKnown: boolean;
}

/** An event as it ought to be; with an id if there is one already. */
export interface MendedEvent extends Standing {
  readonly id: string | undefined;
  readonly kind: TransitionKind;
  readonly from: TransactionStatus;
}

/** A transaction and its events as they ought to be, in order; other events are to be removed. */
export interface MendedHistory {
  readonly row: Standing;
  readonly events: readonly MendedEvent[];
}

/**
 * Decides what a transaction and its events ought to be, where they contradict each other. Of an event that the row
 * has not reached nobody was told, unless its callback was tried: it goes, or else the row comes after it. Where
 * the row is ahead, it is what was seen: the events that are missing are written.
 * @param events in the order of their sequences.
 * @returns undefined when no rule decides it.
 */
export function mendHistory(row: Standing, events: readonly StoredEvent[]): MendedHistory | undefined {
  const kept = keepKnown(row, events);
  const last = kept.at(-1);
  const end = last && last.sequence >= row.sequence ? last : endOf(row, last);
  const points: (Standing & Partial<StoredEvent>)[] = end === last || !end ? kept : [...kept, end];
  const mended: MendedEvent[] = [];
  let before: Pick<Standing, 'sequence' | 'status'> = { sequence: 1, status: 'pending' };
  for (const point of points) {
    const steps = point.sequence - before.sequence;
    if (!fits(before.status, point.status, steps)) return undefined;
    for (let step = 1; step <= steps; step += 1)
      mended.push(eventAt(before.sequence + step, point, mended.at(-1)?.status ?? 'pending'));
    before = point;
  }
  const newest: Standing = mended.at(-1) ?? {
    ...row,
    sequence: 1,
    status: 'pending',
    reason: null,
    finalAmountMinor: null,
  };
  return { row: newest, events: mended };
}

/** Leaves out the events that the row has not reached and that nobody knows of. */
function keepKnown(row: Standing, events: readonly StoredEvent[]): StoredEvent[] {
  const reached =
    row.sequence <= 1 ? 'pending' : events.find(({ sequence }) => sequence === row.sequence)?.status;
  // A status that came without its sequence is seen by everybody.
  const isAhead = reached !== undefined && row.status !== reached;
  const seen = events.filter(({ isKnown, status }) => isKnown || (isAhead && status === row.status));
  const lastSeen = Math.max(row.sequence, ...seen.map(({ sequence }) => sequence));
  return events.filter(({ sequence, isKnown }) => (sequence < 2 ? isKnown : sequence <= lastSeen));
}

/**
 * Where the row really stands if it is ahead of its events: as far as its sequence says, or one change further than
 * they do. @returns undefined when its status is theirs.
 */
function endOf(row: Standing, last: StoredEvent | undefined): Standing | undefined {
  const { sequence, status } = last ?? { sequence: 1, status: 'pending' };
  if (row.status === 'pending') return undefined;
  if (fits(status, row.status, row.sequence - sequence)) return row;
  return row.status === status ? undefined : { ...row, sequence: sequence + 1 };
}

/** Whether so many changes can lead from one status to the other: behind pending the two ends take turns. */
function fits(from: TransactionStatus, to: TransactionStatus, steps: number): boolean {
  if (to === 'pending' || steps < 1 || steps > MOST_MISSING) return false;
  return from === 'pending' || (from === to) === (steps % 2 === 0);
}

/** The event of a sequence on the way to a point, or at it. Of those on the way nobody knows the reason. */
function eventAt(
  sequence: number,
  point: Standing & Partial<StoredEvent>,
  from: TransactionStatus,
): MendedEvent {
  const isThere = sequence === point.sequence;
  const status = (point.sequence - sequence) % 2 === 0 ? point.status : otherEnd(point.status);
  const reason = isThere ? point.reason : null;
  const { finalAmountMinor, sinceMs } = point;
  return {
    id: isThere ? point.id : undefined,
    kind: kindOf(from, status, { reason, kind: isThere ? point.kind : undefined }),
    from,
    ...{ sequence, status, reason, finalAmountMinor, sinceMs },
  };
}

function otherEnd(status: TransactionStatus): TransactionStatus {
  return status === 'successful' ? 'unsuccessful' : 'successful';
}

/** The kind that stands already if it can; else the one of the table, among several by the reason. */
function kindOf(
  from: TransactionStatus,
  to: TransactionStatus,
  { reason, kind }: { readonly reason: string | null; readonly kind: TransitionKind | undefined },
): TransitionKind {
  const possible = TRANSITION_KINDS.filter(
    (one) => TRANSITIONS[one].from === from && TRANSITIONS[one].to === to,
  );
  if (kind && possible.includes(kind)) return kind;
  const byReason =
    reason === 'expired' ? 'expire' : reason?.startsWith('cancelled_by_') ? 'cancel' : undefined;
  const [first] = possible;
  if (!first) throw new Error(`nothing leads from ${from} to ${to}`);
  return byReason && possible.includes(byReason) ? byReason : first;
}

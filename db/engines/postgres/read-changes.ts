import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { firstIdAt } from '../../../src/kernel/ids.ts';
import type { Change } from '../../../src/transactions/change-transport.ts';
import { endedAsAfter } from '../../../src/transactions/domain/ending.ts';
import type { EndedKind, Transaction } from '../../../src/transactions/domain/transaction.ts';
import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '../../engine.ts';
import type { Database } from '../../tables.ts';
import { findEventsOf } from '../../transactions/queries/events.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import type { ChangeRef } from './change-messages.ts';

const SENT = 'markPaymentSent';
/** The operations that change a transaction without an event. The audit log has one row for each. */
const WITHOUT_EVENT = [
  'claimWithdrawal',
  'releaseWithdrawal',
  'markWithdrawalSent',
  'clearBlacklistMark',
  'addNote',
  SENT,
];
/** The rows of a plan that was made, undone or refused: see `plannedValues` of the commands. */
const OF_PLANS = '{"planned":%';
/** A create is committed this long after its id was made, at most. */
const LONGEST_CREATE_MS = 10_000;
/** The id has the time of a machine, and a mark that of the server. */
const LONGEST_BEFORE_MARK_MS = LONGEST_CREATE_MS + MAX_CLOCK_DIFFERENCE_MS;

/** How far the changes of a database were read. */
export interface Mark {
  /** Of the server. */
  readonly timeMs: number;
  /** Each event below it is known. */
  readonly feedEnd: number;
  readonly auditPosition: number;
}

/** Changes after a mark. */
export interface Changes {
  readonly created: readonly ChangeRef[];
  readonly transitions: readonly ChangeRef[];
  /** Transactions that were planned, claimed, released, noted or reported as sent. */
  readonly others: readonly Change[];
}

/** Reads the mark of now. Whatever was committed before is below it, or will be above it. */
export async function readMark(db: Database): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select
      extract(epoch from clock_timestamp())::float8 * 1000 as "timeMs",
      feed_end() as "feedEnd",
      (select position from audit_tip) as "auditPosition"
  `.execute(db);
  const [mark] = rows;
  if (!mark) throw new Error('the database has no audit tip');
  return mark;
}

/**
 * Reads what changed between two marks, in the order of creates, transitions and the rest.
 * @param sinceMs the time of the server from which on they are wanted.
 * @param limit the most rows of each kind.
 * @returns undefined when there are more.
 */
export async function readChanges(
  db: Database,
  { from, to, sinceMs }: { readonly from: Mark; readonly to: Mark; readonly sinceMs: number },
  limit: number,
): Promise<Changes | undefined> {
  const created = await db
    .selectFrom('transactions')
    .select('id')
    .where('id', '>=', firstIdAt(Math.max(from.timeMs - LONGEST_BEFORE_MARK_MS, sinceMs)))
    .limit(limit + 1)
    .execute();
  const events = await db
    .selectFrom('events')
    .select(['transaction_id as id', 'sequence'])
    .where('position', '>=', from.feedEnd)
    .where('position', '<', to.feedEnd)
    .where('occurred_at_ms', '>=', sinceMs)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const audited = await db
    .selectFrom('audit')
    .select(['target_id as id', 'operation', 'position'])
    .where('position', '>', from.auditPosition)
    .where('position', '<=', to.auditPosition)
    .where('occurred_at_ms', '>=', sinceMs)
    .where(({ or, eb }) => or([eb('operation', 'in', WITHOUT_EVENT), eb('after_json', 'like', OF_PLANS)]))
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  if ([created, events, audited].some((rows) => rows.length > limit)) return undefined;
  return {
    created: created.map(({ id }) => ({ id, sequence: 1, audience: 'all' })),
    transitions: events.map((event) => ({ ...event, audience: 'all' })),
    others: audited.map(({ id, operation, position }) => ({
      id,
      auditPosition: position,
      audience: operation === SENT ? 'all' : 'desk',
    })),
  };
}

/** A transaction as it was after a change. */
export interface State extends Pick<Change, 'audience' | 'auditPosition'> {
  readonly transaction: Transaction;
}

/**
 * Reads what transactions were after changes, in the order of the changes; without a sequence, what they are now. One
 * that has changed again meanwhile is taken back by its events.
 */
export async function readStates(db: Database, changes: readonly Change[]): Promise<State[]> {
  const found = await findTransactions(db, [...new Set(changes.map(({ id }) => id))]);
  const byId = new Map(found.map((transaction) => [transaction.id, transaction]));
  const overtaken = changes.filter(
    ({ id, sequence }) => sequence !== undefined && (byId.get(id)?.sequence ?? 0) > sequence,
  );
  const later = await findEventsOf(db, [...new Set(overtaken.map(({ id }) => id))]);
  const events = groupBy(later, ({ transactionId }) => transactionId);
  return changes.flatMap(({ id, audience, auditPosition, ...change }): State[] => {
    const stored = byId.get(id);
    if (!stored) return [];
    const transaction = stateAt(stored, change.sequence ?? stored.sequence, events.get(id) ?? []);
    return [{ transaction, audience, auditPosition }];
  });
}

/** Takes a transaction back to what it was with a sequence. What no transition changes stays as it is. */
function stateAt(
  transaction: Transaction,
  sequence: number,
  events: readonly TransactionEvent[],
): Transaction {
  const next = events.find((event) => event.sequence === sequence + 1);
  if (transaction.sequence <= sequence || !next) return transaction;
  const last = events.find((event) => event.sequence === sequence);
  const until = events.filter((event) => event.sequence <= sequence);
  return Object.assign({}, transaction, {
    status: next.from,
    statusReason: last?.reason ?? null,
    endedAs: until.reduce<EndedKind | null>((endedAs, { kind }) => endedAsAfter(kind, endedAs), null),
    finalAmountMinor: last?.finalAmountMinor ?? null,
    sequence,
    updatedAtMs: last?.occurredAtMs ?? transaction.createdAtMs,
  });
}

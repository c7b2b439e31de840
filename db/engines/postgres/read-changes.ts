import { sql } from 'kysely';
import { groupBy } from '../../../src/domain/group-by.ts';
import { firstIdAt } from '../../../src/domain/ids.ts';
import { releasedState } from '../../../src/domain/released.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { TransactionEvent } from '../../../src/domain/transition.ts';
import type { Audience, Change } from '../../../src/operations/transactions/change-transport.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '../../engine.ts';
import { findEventsOf } from '../../queries/events.ts';
import { findWithHolds } from '../../queries/released.ts';
import { chunksOf, padToPowerOfTwo } from '../../sql/list-statements.ts';
import type { Database } from '../../tables.ts';
import type { ChangeRef } from './change-messages.ts';

const SENT = 'markPaymentSent';
/** The operations that change a transaction without an event. The audit log has one row for each. */
const WITHOUT_EVENT = ['claimWithdrawal', 'releaseWithdrawal', 'addNote', SENT];
/** A create is committed this long after its id was made, at most. */
const LONGEST_CREATE_MS = 10_000;
/** The id has the time of a machine, and a mark that of the server. */
const LONGEST_BEFORE_MARK_MS = LONGEST_CREATE_MS + MAX_CLOCK_DIFFERENCE_MS;

/** Events of one statement. */
const EVENTS_AT_ONCE = 1024;

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
  /** Transactions that were claimed, released, noted or reported as sent. */
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
    .select(['transaction_id as id', 'sequence', 'kind'])
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
    .where('operation', 'in', WITHOUT_EVENT)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  if ([created, events, audited].some((rows) => rows.length > limit)) return undefined;
  return {
    created: created.map(({ id }) => ({ id, sequence: 1, audience: 'all' })),
    // An undo is for the desk, and so is what it undoes: see readStates.
    transitions: events.map(({ kind, ...event }) => ({
      ...event,
      audience: kind === 'undo' ? 'desk' : 'all',
    })),
    others: audited.map(({ id, operation, position }) => ({
      ...{ id, auditPosition: position },
      audience: operation === SENT ? 'all' : 'desk',
    })),
  };
}

/** The holds of now, by event. */
export async function readHolds(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('holds').select(['event_id', 'transaction_id']).execute();
  return new Map(rows.map((row) => [row.event_id, row.transaction_id]));
}

/** Reads the transactions of events whose holds have ended. Nobody but the desk is told of what was undone. */
export async function readReleased(db: Database, eventIds: readonly string[]): Promise<string[]> {
  const released: string[] = [];
  for (const chunk of chunksOf(eventIds, EVENTS_AT_ONCE)) {
    const rows = await db
      .selectFrom('events as e')
      .select('e.transaction_id as id')
      .where('e.id', 'in', padToPowerOfTwo(chunk))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('events as u')
              .select('u.id')
              .whereRef('u.transaction_id', '=', 'e.transaction_id')
              .where('u.sequence', '=', sql<number>`e.sequence + 1`)
              .where('u.kind', '=', 'undo'),
          ),
        ),
      )
      .execute();
    for (const { id } of rows) released.push(id);
  }
  return released;
}

/** A transaction as it was after a change, for those who may know of it. */
export interface State extends Pick<Change, 'audience' | 'auditPosition'> {
  readonly transaction: Transaction;
}

/**
 * Reads what transactions were after changes, in the order of the changes; without a sequence, what they are now. One
 * that has changed again meanwhile is taken back by its events. What is held back, or was undone, is for the desk alone, whatever the change says.
 */
export async function readStates(db: Database, changes: readonly Change[]): Promise<State[]> {
  const found = await findWithHolds(db, [...new Set(changes.map(({ id }) => id))]);
  const byId = new Map(found.map((one) => [one.stored.id, one]));
  const overtaken = changes.filter(
    ({ id, sequence }) => sequence !== undefined && (byId.get(id)?.stored.sequence ?? 0) > sequence,
  );
  const later = await findEventsOf(db, [...new Set(overtaken.map(({ id }) => id))]);
  const events = groupBy(later, ({ transactionId }) => transactionId);
  return changes.flatMap(({ id, audience, auditPosition, ...change }): State[] => {
    const one = byId.get(id);
    if (!one) return [];
    const { sequence = one.stored.sequence } = change;
    const own = events.get(id) ?? [];
    const states: State[] = [];
    const isUndone = own.some((event) => event.sequence === sequence + 1 && event.kind === 'undo');
    const known = one.held?.released ?? one.stored;
    const isNow = change.sequence === undefined || known.sequence >= sequence;
    const isForOthers = audience !== 'desk' && !isUndone && isNow;
    if (isForOthers && audience === 'all' && known === one.stored)
      return [{ transaction: stateAt(known, sequence, own), audience, auditPosition }];
    const add = (part: Audience, transaction: Transaction) =>
      states.push({ transaction: stateAt(transaction, sequence, own), audience: part, auditPosition });
    if (audience !== 'others') add('desk', one.stored);
    if (isForOthers) add('others', known);
    return states;
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
  const beforeUpdatedAtMs = last?.occurredAtMs ?? transaction.createdAtMs;
  return releasedState(transaction, { sequence: next.sequence, from: next.from, beforeUpdatedAtMs }, events);
}

import { sql } from 'kysely';
import type { StorageGauges } from '../../src/operations/observer.ts';
import { CLOSED_STATES, type StoredLineState } from '../../src/reconciliation/domain/line-states.ts';
import { LINE_STATES } from '../../src/reconciliation/domain/matching/decision.ts';
import { heldSince } from '../sql/metadata.ts';
import type { Database } from '../tables.ts';
import type { Clocks } from '../transactions/commands/decide-transitions.ts';
import { isInScope } from '../transactions/queries/modes.ts';
import { yieldToEventLoop } from '../transactions/queries/scans.ts';

/** The most rows of an index that are counted. */
const MAX_COUNTED = 100_000;
/** Ages are in the rows, not in an index: this many rows are examined, the oldest transactions first. */
const MAX_AGED = 10_000;
/** The most lines of one state that are counted. */
const MAX_LINES = 10_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The ranges of ages, each up to the next. */
const AGES = [
  ['under_5m', 0],
  ['5m_to_30m', 5 * MINUTE_MS],
  ['30m_to_2h', 30 * MINUTE_MS],
  ['2h_to_24h', 2 * HOUR_MS],
  ['over_24h', 24 * HOUR_MS],
] as const;

const OPEN_LINE_STATES: readonly StoredLineState[] = ['new', 'undone', ...LINE_STATES].filter(
  (state): state is StoredLineState => !(CLOSED_STATES as readonly string[]).includes(state),
);

/** Reads what the database now holds of live keys, in short bounded statements over indexes. */
export async function readGauges(db: Database, { nowMs, steadyNowMs }: Clocks): Promise<StorageGauges> {
  const outbox = await readOutbox(db, steadyNowMs);
  const overdueOldestAgeMs = await readOverdue(db, steadyNowMs);
  const pending: StorageGauges['pending'][number][] = [];
  for (const [index, [age]] of AGES.entries()) {
    await yieldToEventLoop();
    for (const row of await countPending(db, index, nowMs)) pending.push({ ...row, age });
  }
  const lines: StorageGauges['lines'][number][] = [];
  for (const state of OPEN_LINE_STATES) {
    lines.push({ state, count: await countLines(db, state) });
    await yieldToEventLoop();
  }
  return { ...outbox, overdueOldestAgeMs, pending, lines };
}

async function readOutbox(db: Database, steadyNowMs: number) {
  const waiting = db
    .selectFrom('callbacks')
    // A literal, so that the planner uses the partial index.
    .where('state', '=', sql.lit('pending'))
    .where(isInScope({ isTest: false }))
    .orderBy('transaction_id')
    .orderBy('sequence');
  const { depth } = await db
    .selectFrom(waiting.select('sequence').limit(MAX_COUNTED).as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('depth'))
    .executeTakeFirstOrThrow();
  const { since } = await db
    .selectFrom(waiting.select('due_since_ms').limit(MAX_AGED).as('waiting'))
    .select((eb) => eb.fn.min<number | null>('due_since_ms').as('since'))
    .executeTakeFirstOrThrow();
  return { outboxDepth: depth, outboxOldestAgeMs: since === null ? 0 : Math.max(0, steadyNowMs - since) };
}

/** How long the oldest overdue live deposit has been overdue, without those that a restore keeps from expiring. */
async function readOverdue(db: Database, steadyNowMs: number): Promise<number> {
  const overdue = db
    .selectFrom('transactions')
    .select(['expires_at_ms', 'created_at_ms', 'is_test'])
    // Literals, so that the planner uses the partial index of pending deposits.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .where('expires_at_ms', '<=', steadyNowMs)
    .orderBy('expires_at_ms')
    .limit(MAX_AGED);
  const { since } = await db
    .selectFrom(overdue.as('overdue'))
    .select((eb) => eb.fn.min<number | null>('expires_at_ms').as('since'))
    .where('is_test', '=', 0)
    .where('created_at_ms', '>=', heldSince)
    .executeTakeFirstOrThrow();
  return since === null ? 0 : steadyNowMs - since;
}

/** Counts the pending transactions of one range of ages by type. Both types are always there. */
async function countPending(db: Database, index: number, nowMs: number) {
  const [, fromAgeMs = 0] = AGES[index] ?? [];
  const [, toAgeMs] = AGES[index + 1] ?? [];
  let ofAge = db
    .selectFrom('transactions')
    .select('type')
    .where('status', '=', sql.lit('pending'))
    .where('is_test', '=', sql.lit(0))
    .orderBy('created_at_ms')
    .limit(MAX_COUNTED);
  // The clock may have been set back: rows from the future count as young.
  if (fromAgeMs > 0) ofAge = ofAge.where('created_at_ms', '<=', nowMs - fromAgeMs);
  if (toAgeMs !== undefined) ofAge = ofAge.where('created_at_ms', '>', nowMs - toAgeMs);
  const rows = await db
    .selectFrom(ofAge.as('pending'))
    .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
    .groupBy('type')
    .execute();
  const counts = new Map(rows.map(({ type, count }) => [type, count]));
  return (['deposit', 'withdrawal'] as const).map((type) => ({ type, count: counts.get(type) ?? 0 }));
}

async function countLines(db: Database, state: StoredLineState): Promise<number> {
  const ofState = db.selectFrom('statement_lines').select('id').where('state', '=', state).limit(MAX_LINES);
  const { count } = await db
    .selectFrom(ofState.as('lines'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

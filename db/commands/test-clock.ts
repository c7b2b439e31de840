import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { MOST_AHEAD_MS } from '../../src/domain/test-clock.ts';
import { type ClockMove, type FoundDeposits, MOST_MOVED } from '../../src/operations/sandbox/store.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { DatabaseTransaction, Tables } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { lockTransactions } from './common/lock-transactions.ts';

const SECOND_MS = 1000;

/** Rows of one statement. */
const MOVED_AT_ONCE = 1024;

interface AdvanceTestClock extends Audited {
  readonly clientId: string;
  readonly advanceMs: number;
  /** The deposits whose times move with it, if they are still pending. */
  readonly deposits: FoundDeposits;
  readonly steadyNowMs: number;
}

/**
 * Moves the clock of a test key forward, or reads it with 0. Due times are those of the machine for every client, so
 * that no job knows of such clocks: they come nearer by as much. What a process has claimed is left to it.
 */
export async function advanceTestClock(
  trx: DatabaseTransaction,
  { clientId, advanceMs, deposits, steadyNowMs, audit }: AdvanceTestClock,
): Promise<ClockMove> {
  const engineSql = engineSqlOf(trx);
  // Creates that come behind this lock take the new time.
  if (advanceMs > 0) await engineSql.lockTestClocks(trx, [clientId], 'exclusive');
  const known = await trx
    .selectFrom('clients')
    .select(['clock_ahead_ms', 'app_key'])
    .where('id', '=', clientId)
    .where('is_test', '=', 1)
    // Two moves at once are one after the other.
    .forNoKeyUpdate()
    .executeTakeFirst();
  const aheadMs = (known?.clock_ahead_ms ?? 0) + advanceMs;
  if (!known || aheadMs > MOST_AHEAD_MS) return { kind: 'too-far' };
  if (advanceMs === 0) return { kind: 'moved', aheadMs, movedCount: 0, overdueCount: 0 };
  const callbackCount = await countWaiting(trx, clientId);
  const latest = await engineSql.findPendingBehind(trx, clientId, deposits.place);
  const depositIds = [...new Set([...deposits.ids, ...latest])];
  if (Math.max(callbackCount, depositIds.length) > MOST_MOVED) return { kind: 'too-many' };
  const dueTimes = await moveDeposits(trx, depositIds, { clientId, advanceMs });
  await moveCallbacks(trx, { clientId, advanceMs });
  await trx.updateTable('clients').set({ clock_ahead_ms: aheadMs }).where('id', '=', clientId).execute();
  await appendAudit(trx, audit, {
    ...{ targetKind: 'client', targetId: known.app_key },
    before: { clockAheadSeconds: (aheadMs - advanceMs) / SECOND_MS },
    after: { clockAheadSeconds: aheadMs / SECOND_MS },
  });
  const overdueCount = dueTimes.filter((timeMs) => timeMs <= steadyNowMs).length;
  return { kind: 'moved', aheadMs, movedCount: dueTimes.length + callbackCount, overdueCount };
}

/** Counts the callbacks that wait for their time, up to one more than can be moved. */
async function countWaiting(trx: DatabaseTransaction, clientId: string): Promise<number> {
  const waiting = trx
    .selectFrom('callbacks')
    .select('event_id')
    .where((eb) => isWaiting(eb, clientId))
    .limit(MOST_MOVED + 1);
  const { count } = await trx
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function isWaiting(eb: ExpressionBuilder<Tables, 'callbacks'>, clientId: string): Expression<SqlBool> {
  return eb.and([eb('client_id', '=', clientId), eb('due_at_ms', 'is not', null), eb('lease', 'is', null)]);
}

type Move = Pick<AdvanceTestClock, 'clientId' | 'advanceMs'>;

/** Moves the due times of those that are still pending. @returns these times, by the steady clock. */
async function moveDeposits(
  trx: DatabaseTransaction,
  ids: readonly string[],
  { clientId, advanceMs }: Move,
): Promise<number[]> {
  await lockTransactions(trx, ids);
  const times: number[] = [];
  for (const chunk of chunksOf(ids, MOVED_AT_ONCE)) {
    const rows = await trx
      .updateTable('transactions')
      .set((eb) => ({ expires_at_ms: eb('expires_at_ms', '-', advanceMs) }))
      .where('id', 'in', padToPowerOfTwo(chunk))
      .where('client_id', '=', clientId)
      .where('type', '=', 'deposit')
      .where('status', '=', 'pending')
      .returning('expires_at_ms')
      .execute();
    for (const { expires_at_ms } of rows) times.push(expires_at_ms ?? 0);
  }
  return times;
}

async function moveCallbacks(trx: DatabaseTransaction, { clientId, advanceMs }: Move): Promise<void> {
  await trx
    .updateTable('holds')
    .set((eb) => ({ ends_at_ms: eb('ends_at_ms', '-', advanceMs) }))
    .where('client_id', '=', clientId)
    .execute();
  await trx
    .updateTable('callbacks')
    .set((eb) => ({
      due_at_ms: eb('due_at_ms', '-', advanceMs),
      due_since_ms: eb('due_since_ms', '-', advanceMs),
      waits_since_ms: eb('waits_since_ms', '-', advanceMs),
    }))
    // Not by ids that were selected: PostgreSQL looks again only at conditions on a row that was claimed meanwhile.
    .where((eb) => isWaiting(eb, clientId))
    .execute();
}

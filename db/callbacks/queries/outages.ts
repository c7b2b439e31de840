import { sql } from 'kysely';
import { type Failures, isOutage, MAX_FAILURES, MIN_FAILURES } from '../../../src/callbacks/domain/outage.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';
import { HAS_FAILED } from './callback-summary.ts';

/**
 * The clients whose newest attempts have failed, as many as an outage has: nearly always none. The order begins with
 * the client. Otherwise PostgreSQL may scan the attempts of all clients for one without a recent attempt.
 */
const selectFailing = compileForList((db, clientIds) =>
  db
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', clientIds)
    .where(
      sql<boolean>`(
        select count(*) from (
          select client_id, status from callback_attempts
          where client_id <= clients.id order by client_id desc, position desc limit ${sql.lit(MIN_FAILURES)}
        ) as newest where client_id = clients.id and ${HAS_FAILED}) = ${sql.lit(MIN_FAILURES)}`,
    ),
);

/**
 * Finds those of the clients whose receivers are in an outage, by the attempts of all processes.
 * @param nowMs by the wall clock, as the attempts.
 */
export async function findOutages(
  db: Database,
  clientIds: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const failing = await selectFailing(db, [...new Set(clientIds)]);
  const found: string[] = [];
  for (const { id } of failing) if (isOutage(await findFailures(db, id), nowMs)) found.push(id);
  return found;
}

/** The failures since the last success, of the newest attempts. */
function findFailures(db: Database, clientId: string): Promise<Failures> {
  return db
    .with('newest', (cte) =>
      cte
        .selectFrom('callback_attempts')
        .select(['client_id', 'position', 'status', 'started_at_ms'])
        .where('client_id', '<=', clientId)
        .orderBy('client_id', 'desc')
        .orderBy('position', 'desc')
        .limit(MAX_FAILURES),
    )
    .selectFrom('newest')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number | null>('started_at_ms').as('sinceMs'),
    ])
    .where('client_id', '=', clientId)
    .where(
      sql<boolean>`position > coalesce((
        select max(position) from newest where client_id = ${clientId} and status between 200 and 299), 0)`,
    )
    .executeTakeFirstOrThrow();
}

import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseTransaction, Tables } from '../../tables.ts';

type EventIds = SelectQueryBuilder<Tables, 'callbacks', { event_id: string }>;

/**
 * Begins an update of the callbacks that `choose` selects. It skips rows that another process is claiming or changing.
 * @returns the query, to which the caller adds the new values.
 */
export function updateUnlocked(trx: DatabaseTransaction, choose: (callbacks: EventIds) => EventIds) {
  return (
    trx
      // Materialized, because PostgreSQL could otherwise evaluate it several times, and exceed the limit.
      .with(
        (cte) => cte('chosen').materialized(),
        (db) => choose(db.selectFrom('callbacks').select('event_id')).forUpdate().skipLocked(),
      )
      .updateTable('callbacks')
      .where('event_id', 'in', (eb) => eb.selectFrom('chosen').select('chosen.event_id'))
  );
}

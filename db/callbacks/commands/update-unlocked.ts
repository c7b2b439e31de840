import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseTransaction, Tables } from '../../tables.ts';

type EventIds = SelectQueryBuilder<Tables, 'callbacks', { event_id: string }>;

/** Begins an update of chosen callbacks. Rows that another process is claiming or changing are left to it. */
export function updateUnlocked(trx: DatabaseTransaction, choose: (callbacks: EventIds) => EventIds) {
  return (
    trx
      // Materialized, because PostgreSQL may otherwise run it several times and go beyond the limit.
      .with(
        (cte) => cte('chosen').materialized(),
        (db) => choose(db.selectFrom('callbacks').select('event_id')).forUpdate().skipLocked(),
      )
      .updateTable('callbacks')
      .where('event_id', 'in', (eb) => eb.selectFrom('chosen').select('chosen.event_id'))
  );
}

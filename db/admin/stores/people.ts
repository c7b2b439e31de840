import { sql } from 'kysely';
import type { PeopleStore, Person } from '../../../src/admin/people-store.ts';
import type { Engine } from '../../engine.ts';
import type { Database } from '../../tables.ts';
import { hasWaitingCallback, isPlanned, mayNamePerson } from '../queries/personal-data.ts';

/** The most transactions of one commit. */
const BATCH = 200;

export function createPeopleStore(engine: Engine): PeopleStore {
  return {
    async clientsOf(userId) {
      const rows = await engine.read((db) =>
        db.selectFrom('transactions').select('client_id').distinct().where('user_id', '=', userId).execute(),
      );
      return rows.map((row) => row.client_id);
    },
    async forget({ clientId, userId }, { appKey, audit }) {
      let count = 0;
      for (;;) {
        const request = { clientId, appKey, userId, limit: BATCH, audit };
        const { looked, changed } = await engine.run('forgetPerson', request);
        count += changed;
        if (looked < BATCH) return count;
      }
    },
    listUnforgotten: (person, limit) => engine.read((db) => listUnforgotten(db, person, limit)),
  };
}

async function listUnforgotten(db: Database, { clientId, userId }: Person, limit: number) {
  return db
    .selectFrom('transactions as t')
    .select('t.id as transactionId')
    .select((eb) =>
      eb
        .case()
        .when('t.status', '=', 'pending')
        .then(sql.lit('pending' as const))
        .when(isPlanned(eb))
        .then(sql.lit('planned' as const))
        .when(hasWaitingCallback(eb))
        .then(sql.lit('callback_pending' as const))
        // Somebody wrote about it, or its receiver answered, after it was looked at.
        .else(sql.lit('changed' as const))
        .end()
        .as('reason'),
    )
    .where('t.user_id', '=', userId)
    .where('t.client_id', '=', clientId)
    .where(mayNamePerson)
    .orderBy('t.created_at_ms')
    .orderBy('t.id')
    .limit(limit)
    .execute();
}

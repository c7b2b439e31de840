import type { PeopleStore, Person } from '../../src/operations/admin/directory.ts';
import type { Engine } from '../engine.ts';
import { mayNamePerson } from '../queries/personal-data.ts';
import type { Database } from '../tables.ts';

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
        const forgotten = await engine.run('forgetPerson', { clientId, appKey, userId, limit: BATCH, audit });
        count += forgotten;
        if (forgotten < BATCH) return count;
      }
    },
    listUnforgotten: (person, limit) => engine.read((db) => listUnforgotten(db, person, limit)),
  };
}

async function listUnforgotten(db: Database, { clientId, userId }: Person, limit: number) {
  const rows = await db
    .selectFrom('transactions as t')
    .select(['t.id', 't.status'])
    .where('t.user_id', '=', userId)
    .where('t.client_id', '=', clientId)
    .where(mayNamePerson)
    .orderBy('t.created_at_ms')
    .orderBy('t.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, status }) => {
    const reason = status === 'pending' ? ('pending' as const) : ('callback_pending' as const);
    return { transactionId: id, reason };
  });
}

import { FORGOTTEN } from '../../src/domain/transaction.ts';
import type { PeopleStore, Person } from '../../src/operations/admin/directory.ts';
import type { Engine } from '../engine.ts';
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
    .selectFrom('transactions')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where('converted_name', '<>', FORGOTTEN)
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, status }) => {
    const reason = status === 'pending' ? ('pending' as const) : ('callback_pending' as const);
    return { transactionId: id, reason };
  });
}

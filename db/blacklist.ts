import type { BlacklistAdmin, BlacklistEntry } from '../src/operations/admin-ports.ts';
import { available } from './available.ts';
import type { Engine } from './dialect.ts';
import type { BlacklistTable } from './tables.ts';

/** Adds to and removes from the blacklist, which every create reads in its own transaction. */
export function createBlacklistAdmin(engine: Engine): BlacklistAdmin {
  return {
    async list() {
      const query = engine.reader.selectFrom('blacklist').selectAll().orderBy('created_at_ms').orderBy('id');
      const rows = await available(engine, query.execute());
      return rows.map(fromRow);
    },
    async add(entry) {
      const work = engine.write(async (trx) => {
        const { id, kind, value, reason } = entry;
        const client_id = entry.clientId ?? '';
        await trx
          .insertInto('blacklist')
          .values({ id, client_id, kind, value, reason, created_at_ms: entry.createdAtMs })
          .onConflict((conflict) => conflict.columns(['value', 'kind', 'client_id']).doNothing())
          .execute();
        return trx
          .selectFrom('blacklist')
          .selectAll()
          .where('value', '=', value)
          .where('kind', '=', kind)
          .where('client_id', '=', client_id)
          .executeTakeFirstOrThrow();
      });
      return fromRow(await available(engine, work));
    },
    async remove(id) {
      const work = engine.write((trx) =>
        trx.deleteFrom('blacklist').where('id', '=', id).returning('id').executeTakeFirst(),
      );
      return (await available(engine, work)) !== undefined;
    },
  };
}

function fromRow(row: BlacklistTable): BlacklistEntry {
  return {
    id: row.id,
    clientId: row.client_id === '' ? null : row.client_id,
    kind: row.kind,
    value: row.value,
    reason: row.reason,
    createdAtMs: row.created_at_ms,
  };
}

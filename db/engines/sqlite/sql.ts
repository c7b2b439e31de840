import { sql } from 'kysely';
import { compileOnce } from '../../sql/compiled.ts';
import { RESTORED } from '../../sql/metadata.ts';
import type { EngineSql } from '../engine-sql.ts';

const selectLast = compileOnce((db) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('transactions').select('number').orderBy('number', 'desc').limit(sql.lit(1)).as('last'),
    eb
      .selectFrom('metadata')
      .select('value')
      .where('key', '=', sql.lit(RESTORED.transactionNumber))
      .as('restored'),
  ]),
);

export const sqliteSql: EngineSql = {
  // A command has the write lock of the whole file.
  async lockTransactions() {},
  async lockOutWriters() {},
  async joinWriters() {},
  // The days are counted again by the one service of the file, before it answers.
  async expectTimeZone() {},
  async lockPolicies() {},
  async lockImports() {},
  async lockCredits() {},
  async nextNumbers(trx, count) {
    const { rows } = await selectLast(trx, []);
    const last = Math.max(rows[0]?.last ?? 0, Number(rows[0]?.restored ?? 0));
    return Array.from({ length: count }, (_, index) => last + 1 + index);
  },
  // They are read with the number that is stored.
  async raiseNumbers() {},
  // A file has one service.
  hasServices: async () => false,
  async hasTable(db, name) {
    const { rows } = await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(
      db,
    );
    return rows.length > 0;
  },
};

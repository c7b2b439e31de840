import { sql } from 'kysely';
import { compileOnce } from '../../sql/compile-once.ts';
import type { EngineSql } from '../engine-sql.ts';

const selectLast = compileOnce((db) =>
  db.selectFrom('transactions').select('number').orderBy('number', 'desc').limit(sql.lit(1)),
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
  async nextNumbers(trx, count) {
    const { rows } = await selectLast(trx, []);
    const last = rows[0]?.number ?? 0;
    return Array.from({ length: count }, (_, index) => last + 1 + index);
  },
  // A file has one service.
  hasServices: async () => false,
};

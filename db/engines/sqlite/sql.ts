import { sql } from 'kysely';
import type { EngineSql } from '../../sql/engine-sql.ts';

export const sqliteSql: EngineSql = {
  lastFour: (column) => sql`substr(${sql.ref(column)}, -4)`,
  jsonText: (column, path) => sql`${sql.ref(column)} ->> ${sql.lit(`$.${path.join('.')}`)}`,
  jsonItems: (column, table) => sql`json_each(${sql.ref(column)}) as ${sql.ref(table)}`,
  jsonValues: (json, table) => sql`json_each(${json}) as ${sql.ref(table)}`,
  // A command has the write lock of the whole file.
  async lockOutWriters() {},
  async joinWriters() {},
  // The days are counted anew by the one service of the file, before it answers.
  async expectTimeZone() {},
  async lockPolicies() {},
  // A file has one service.
  hasServices: async () => false,
  keyTables: [],
};

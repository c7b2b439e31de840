import { MOVED_TABLES, type MovedTableKey } from '../../db/maintenance/move/tables.ts';
import type { SyncRows } from './sync-rows.ts';
import { onPostgres } from './test-database.ts';

/**
 * Allows the owner of the database to remove rows from the end of the audit log. The log still grows at its end only.
 */
const LIFT_GUARDS = onPostgres
  ? 'alter table audit disable trigger audit_refuses; alter table audit_tip disable trigger audit_tip_refuses'
  : `drop trigger audit_refuses_delete;
     drop trigger audit_tip_refuses_delete;
     drop trigger audit_tip_refuses_insert`;

/** Services that have cached the directory would mistake an earlier version for theirs. */
const ROWS_THAT_STAY: Readonly<Record<string, string>> = { metadata: "where key <> 'directory_version'" };

/** Copies all rows. @returns a function that restores them, and removes all other rows. */
export function keepRows(database: SyncRows): () => void {
  database.exec(LIFT_GUARDS);
  const filled = MOVED_TABLES.filter(
    ({ table }) => database.prepare(`select 1 from ${table} limit 1`).get() !== undefined,
  );
  for (const { table } of filled)
    database.exec(`create temp table kept_${table} as select * from ${table} ${ROWS_THAT_STAY[table] ?? ''}`);
  const removals = MOVED_TABLES.map((key) =>
    filled.includes(key) ? removeOthers(key) : `delete from ${key.table}`,
  );
  const statements = ['begin', ...removals.reverse(), ...filled.map(putBack), 'commit'].join(';\n');
  return () => database.exec(statements);
}

const removeOthers = ({ table, key }: MovedTableKey) => `
  delete from ${table} where (${key}) in (
    select ${key} from (select * from ${table} ${ROWS_THAT_STAY[table] ?? ''} except select * from kept_${table}) as other
  )`;

const putBack = ({ table }: MovedTableKey) => `
  insert into ${table} select * from (select * from kept_${table} except select * from ${table}) as missing`;

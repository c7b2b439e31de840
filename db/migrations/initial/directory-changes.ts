import type { SchemaDialect } from '../../engines/schema-dialect.ts';

/** The tables that processes cache. */
const CACHED = ['clients', 'client_secrets', 'banks'] as const;

/**
 * Announces every change of a cached table to all processes, whichever process made it. On SQLite this is a counter,
 * because the data version also changes with every other commit; on PostgreSQL it is a notification in the same commit.
 */
export const directoryChanges = (d: SchemaDialect): readonly string[] => [
  "insert into metadata (key, value) values ('directory_version', '0'), ('time_zone', 'UTC')",
  ...d.only('sqlite', ...CACHED.flatMap((table) => EVENTS.map((event) => count(table, event)))),
  ...d.only(
    'postgres',
    `create function count_directory_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('directory', '');
        return null;
      end $$`,
    ...CACHED.map(
      (table) => `create trigger ${table}_count after insert or update or delete on ${table}
        for each statement execute function count_directory_change()`,
    ),
  ),
];

const EVENTS = ['insert', 'update', 'delete'] as const;

const count = (table: string, event: string) => `
  create trigger ${table}_${event}_counts after ${event} on ${table}
  begin
    update metadata set value = cast(value as integer) + 1 where key = 'directory_version';
  end`;

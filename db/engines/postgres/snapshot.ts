import { CompiledQuery } from 'kysely';
import type { Database } from '../../tables.ts';
import { onOwnConnection } from './pools.ts';

/** A reader that hangs must not keep the server from removing old versions of rows for ever. */
const IDLE_LIMIT_MS = 60_000;

const BEGIN = [
  'begin isolation level repeatable read, read only',
  `set local idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}`,
];

/** Runs reads in one snapshot, on a connection of their own: they may take minutes. */
export async function readSnapshot<T>(url: string, read: (db: Database) => Promise<T>): Promise<T> {
  return onOwnConnection({ url, name: 'verify', lockTimeoutMs: 0 }, (db) =>
    db.connection().execute(async (connection) => {
      for (const statement of BEGIN) await connection.executeQuery(CompiledQuery.raw(statement));
      const result = await read(connection);
      // A snapshot that failed ends with its connection.
      await connection.executeQuery(CompiledQuery.raw('commit'));
      return result;
    }),
  );
}

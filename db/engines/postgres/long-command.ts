import { Kysely } from 'kysely';
import type { DatabaseTransaction, Tables } from '../../tables.ts';
import { openPool } from './connections.ts';
import { PooledDialect, type WrapClient } from './dialect.ts';

interface LongCommandOptions {
  readonly url: string;
  readonly lockTimeoutMs: number;
  readonly wrapClient?: WrapClient | undefined;
}

/** Runs a command that may take minutes on a connection of its own, whose statements are planned for many rows. */
export async function runLong<T>(
  { url, lockTimeoutMs, wrapClient }: LongCommandOptions,
  command: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const pool = openPool({
    ...{ url, size: 1, lockTimeoutMs, statementTimeoutMs: 0 },
    applicationName: 'bank-transfers repair',
  });
  const db = new Kysely<Tables>({ dialect: new PooledDialect(pool, wrapClient) });
  try {
    return await db.transaction().execute(command);
  } finally {
    await db.destroy();
  }
}

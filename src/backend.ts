import { randomFillSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createAccountAdmin } from '../db/accounts.ts';
import { createBankAdmin, createLocalBankDirectory } from '../db/banks.ts';
import { createBlacklistAdmin } from '../db/blacklist.ts';
import { createClientAdmin, createClientDirectory } from '../db/clients.ts';
import type { Engine } from '../db/dialect.ts';
import { createSecretBox } from '../db/secret-box.ts';
import { rememberOnce } from '../db/service-info.ts';
import { openSqlite } from '../db/sqlite.ts';
import { createTransactionStore } from '../db/store.ts';
import { type Config, StartError } from './config.ts';
import { createIdGenerator, createTokenGenerator, type RandomFill } from './domain/ids.ts';
import { resolveMasterKey } from './master-key.ts';
import type { Runtime, Services } from './operations/ports.ts';

/** How long a write waits for another process before the caller is told to try again. */
const LOCK_TIMEOUT_MS = 1000;

/** Time and chance, for tests to replace. */
export interface Outside {
  readonly nowMs: () => number;
  readonly randomFill: RandomFill;
}

export const REAL_OUTSIDE: Outside = { nowMs: Date.now, randomFill: (bytes) => randomFillSync(bytes) };

export interface Backend {
  readonly engine: Engine;
  readonly services: Services;
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly config: Config;
  readonly outside: Outside;
  /** Whether to run the migrations that are missing, or to refuse a database that lacks some. */
  readonly migrate: boolean;
}

/** Opens the database and everything that operations reach through it. */
export async function openBackend({ config, outside, migrate }: BackendOptions): Promise<Backend> {
  mkdirSync(dirname(config.databasePath), { recursive: true });
  const engine = openSqlite({ path: config.databasePath, lockTimeoutMs: LOCK_TIMEOUT_MS });
  try {
    await bringUpToDate(engine, migrate);
    const box = createSecretBox(resolveMasterKey(config));
    if ((await rememberOnce(engine, 'master_key_id', box.keyId)) !== box.keyId)
      throw new StartError('MASTER_KEY is not the key that the secrets of this database are sealed with.');
    const services = createServices(engine, box, { config, outside });
    return { engine, services, close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function bringUpToDate(engine: Engine, migrate: boolean): Promise<void> {
  if (migrate) {
    await engine.migrate();
    return;
  }
  const pending = await engine.pendingMigrations();
  if (pending.length > 0) throw new StartError('The database is not up to date. Run: bank-transfers migrate');
}

function createServices(
  engine: Engine,
  box: ReturnType<typeof createSecretBox>,
  { config, outside }: Pick<BackendOptions, 'config' | 'outside'>,
): Services {
  const runtime: Runtime = {
    nowMs: outside.nowMs,
    newId: createIdGenerator(outside.nowMs, outside.randomFill),
    newToken: createTokenGenerator(outside.randomFill),
  };
  return {
    runtime,
    currency: config.currency,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    transactions: createTransactionStore(engine, runtime, { maxGroupSize: config.groupCommitMax }),
    clients: createClientDirectory(engine, box),
    banks: createLocalBankDirectory(engine),
    clientAdmin: createClientAdmin(engine, box, runtime),
    bankAdmin: createBankAdmin(engine),
    accountAdmin: createAccountAdmin(engine),
    blacklist: createBlacklistAdmin(engine),
  };
}

import { randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createAccountAdmin } from '../db/accounts.ts';
import { createBankAdmin, createBankCopyStore, createLocalBankDirectory } from '../db/banks.ts';
import { createBlacklistAdmin } from '../db/blacklist.ts';
import { createClientDirectory } from '../db/client-directory.ts';
import { createClientAdmin } from '../db/clients.ts';
import type { Engine } from '../db/dialect.ts';
import { createSecretBox } from '../db/secret-box.ts';
import { rememberOnce } from '../db/service-info.ts';
import { openSqlite } from '../db/sqlite.ts';
import { createTransactionStore } from '../db/store.ts';
import { createBankListReader } from './banks/read-list.ts';
import { createRemoteBankDirectory, type RemoteBankDirectory } from './banks/remote.ts';
import { blame, type Config, StartError } from './config.ts';
import { createIdGenerator, createTokenGenerator, type RandomFill } from './domain/ids.ts';
import { createTransactionBus } from './live/bus.ts';
import { resolveMasterKey } from './master-key.ts';
import type { BankDirectory, Runtime, Schedule, Services } from './operations/ports.ts';

/** How long a write waits for another process before the caller is told to try again. */
const LOCK_TIMEOUT_MS = 1000;
/** How long the Available Banks service may take for a whole answer. */
const BANK_LIST_TIME_LIMIT_MS = 5000;

/** Time and chance, for tests to replace. */
export interface Outside {
  readonly nowMs: () => number;
  readonly randomFill: RandomFill;
  readonly schedule: Schedule;
}

export const REAL_OUTSIDE: Outside = {
  nowMs: Date.now,
  randomFill: (bytes) => randomFillSync(bytes),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export interface Backend {
  readonly engine: Engine;
  readonly services: Services;
  /** The names of the migrations that ran when it was opened. */
  readonly migrated: readonly string[];
  /** The directory of `services` if banks come from another service; it is for the owner to refresh. */
  readonly remoteBanks: RemoteBankDirectory | undefined;
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly config: Config;
  readonly outside: Outside;
  /** Whether to run the migrations that are missing, or to refuse a database that lacks some. */
  readonly migrate: boolean;
  /** How long a write waits for another process's lock; one second by default. */
  readonly lockTimeoutMs?: number;
}

/**
 * Opens the database and everything that operations reach through it.
 * @throws StartError when the database cannot be used, or not with this version or this key.
 */
export function openBackend(options: BackendOptions): Promise<Backend> {
  return blame(`DATABASE_URL: ${options.config.databasePath}`, () => open(options));
}

async function open(options: BackendOptions): Promise<Backend> {
  const { config, outside, migrate, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  if (migrate) mkdirSync(dirname(config.databasePath), { recursive: true });
  else if (!existsSync(config.databasePath))
    throw new StartError(
      `DATABASE_URL: there is no database at ${config.databasePath}. Run: bank-transfers migrate`,
    );
  const engine = openSqlite({ path: config.databasePath, lockTimeoutMs });
  try {
    const migrated = await bringUpToDate(engine, migrate);
    const box = createSecretBox(resolveMasterKey(config));
    if ((await rememberOnce(engine, 'master_key_id', box.keyId)) !== box.keyId)
      throw new StartError('MASTER_KEY is not the key that the secrets of this database are sealed with.');
    const remoteBanks = await openRemoteBanks(engine, config, outside);
    const banks = remoteBanks ?? createLocalBankDirectory(engine);
    const services = createServices(engine, { config, outside, box, banks });
    return { engine, services, migrated, remoteBanks, close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function bringUpToDate(engine: Engine, migrate: boolean): Promise<string[]> {
  const { missing, unknown } = await engine.schemaState();
  if (unknown.length > 0)
    throw new StartError(
      `DATABASE_URL: a newer version has changed the database (${unknown.join(', ')}). Run that version.`,
    );
  if (missing.length === 0) return [];
  if (migrate) return engine.migrate();
  throw new StartError('The database is not up to date. Run: bank-transfers migrate');
}

/** The remote directory with its last good copy, if banks come from another service. It is not refreshed yet. */
async function openRemoteBanks(
  engine: Engine,
  { availableBanks }: Config,
  { nowMs }: Outside,
): Promise<RemoteBankDirectory | undefined> {
  if (!availableBanks) return undefined;
  const { url, credentials } = availableBanks;
  const readList = createBankListReader({ url, credentials, nowMs, timeLimitMs: BANK_LIST_TIME_LIMIT_MS });
  const directory = createRemoteBankDirectory({ url, readList, nowMs, copies: createBankCopyStore(engine) });
  await directory.loadCopy();
  return directory;
}

interface Parts extends Pick<BackendOptions, 'config' | 'outside'> {
  readonly box: ReturnType<typeof createSecretBox>;
  readonly banks: BankDirectory;
}

function createServices(engine: Engine, { config, outside, box, banks }: Parts): Services {
  const runtime: Runtime = {
    nowMs: outside.nowMs,
    newId: createIdGenerator(outside.nowMs, outside.randomFill),
    newToken: createTokenGenerator(outside.randomFill),
    randomBytes: (byteCount) => outside.randomFill(Buffer.alloc(byteCount)),
  };
  const bus = createTransactionBus();
  return {
    runtime,
    currency: config.currency,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    callbacksNeedHttps: config.production,
    transactions: createTransactionStore(engine, runtime, { maxGroupSize: config.groupCommitMax, bus }),
    bus,
    clients: createClientDirectory(engine, box),
    banks,
    clientAdmin: createClientAdmin(engine, box, runtime),
    bankAdmin: createBankAdmin(engine),
    accountAdmin: createAccountAdmin(engine),
    blacklist: createBlacklistAdmin(engine),
  };
}

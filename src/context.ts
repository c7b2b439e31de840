import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Engine } from '../db/engine.ts';
import { openSqlite, type SqliteOptions } from '../db/engines/sqlite/sqlite.ts';
import { setMetadataIfAbsent } from '../db/metadata.ts';
import { createEventLog } from '../db/queries/events.ts';
import {
  createAccountStore,
  createBankAdmin,
  createBankCopyStore,
  createLocalBankDirectory,
} from '../db/stores/banks.ts';
import { createBlacklistStore } from '../db/stores/blacklist.ts';
import { createCallbackStore } from '../db/stores/callbacks.ts';
import { createClientDirectory } from '../db/stores/clients.ts';
import { createCallbackOutbox } from '../db/stores/outbox.ts';
import { createTransactionStore } from '../db/stores/transactions.ts';
import { createBankListReader } from './banks/read-list.ts';
import { createRemoteBankDirectory, type RemoteBankDirectory } from './banks/remote.ts';
import type { CallbackOutbox } from './callbacks/outbox.ts';
import { asConfigError, type Config, StartError } from './config.ts';
import { createSecretBox } from './domain/secret-box.ts';
import { resolveMasterKey } from './master-key.ts';
import type { Dependencies } from './operations/dependencies.ts';
import { createTransactionBus } from './operations/transactions/bus.ts';
import { createRuntime, type Platform } from './platform.ts';

/** Time limit for the write lock of another process. The caller then gets an error that can be retried. */
const LOCK_TIMEOUT_MS = 1000;
/** Time that the Available Banks service has for a whole response. */
const BANK_LIST_TIME_LIMIT_MS = 5000;

/** The open database and everything that operations reach through it. */
export interface AppContext {
  readonly engine: Engine;
  readonly dependencies: Dependencies;
  /** Names of the migrations that ran when the context was opened. */
  readonly migrated: readonly string[];
  /** The bank directory in `dependencies` if banks come from another service. A job refreshes it. */
  readonly remoteBanks: RemoteBankDirectory | undefined;
  /** The queue of the job that delivers callbacks. */
  readonly outbox: CallbackOutbox;
  close(): Promise<void>;
}

export interface AppContextOptions {
  readonly config: Config;
  readonly platform: Platform;
  /** Run missing migrations (true), or refuse a database that lacks some (false). */
  readonly migrate: boolean;
  /** Time that a write waits for another process's lock; one second by default. */
  readonly lockTimeoutMs?: number | undefined;
  /** Replaces parts of the database engine. */
  readonly engine?: Pick<SqliteOptions, 'thread' | 'commandTimeoutMs'> | undefined;
}

/**
 * Opens the database and everything that operations reach through it.
 * @throws StartError when the database cannot be used, or not with this version or this key.
 */
export function openAppContext(options: AppContextOptions): Promise<AppContext> {
  return asConfigError(`DATABASE_URL: ${options.config.databasePath}`, () => open(options));
}

async function open(options: AppContextOptions): Promise<AppContext> {
  const { config, platform, migrate, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  if (migrate) mkdirSync(dirname(config.databasePath), { recursive: true });
  else if (!existsSync(config.databasePath))
    throw new StartError(
      `DATABASE_URL: there is no database at ${config.databasePath}. Run: bank-transfers migrate`,
    );
  const engine = openSqlite({ path: config.databasePath, lockTimeoutMs, ...options.engine });
  try {
    const migrated = await bringUpToDate(engine, migrate);
    const remoteBanks = await openRemoteBanks(engine, config, platform);
    const { dependencies, outbox } = await createDependencies(engine, { config, platform, remoteBanks });
    return { engine, dependencies, migrated, remoteBanks, outbox, close: () => engine.close() };
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

/** Makes the remote directory with its last good copy, if banks come from another service. */
async function openRemoteBanks(
  engine: Engine,
  { availableBanks }: Config,
  { nowMs }: Platform,
): Promise<RemoteBankDirectory | undefined> {
  if (!availableBanks) return undefined;
  const { url, credentials } = availableBanks;
  const readList = createBankListReader({ url, credentials, nowMs, timeLimitMs: BANK_LIST_TIME_LIMIT_MS });
  const directory = createRemoteBankDirectory({ url, readList, nowMs, copies: createBankCopyStore(engine) });
  await directory.loadCopy();
  return directory;
}

interface DependencyOptions extends Pick<AppContextOptions, 'config' | 'platform'> {
  readonly remoteBanks: RemoteBankDirectory | undefined;
}

async function createDependencies(
  engine: Engine,
  { config, platform, remoteBanks }: DependencyOptions,
): Promise<Pick<AppContext, 'dependencies' | 'outbox'>> {
  const runtime = createRuntime(platform);
  const { steadyNowMs, newToken } = runtime;
  const box = createSecretBox(resolveMasterKey(config));
  if ((await setMetadataIfAbsent(engine, 'master_key_id', box.keyId)) !== box.keyId)
    throw new StartError('MASTER_KEY is not the key that the secrets of this database are sealed with.');
  const outbox = createCallbackOutbox(engine, { steadyNowMs, lease: newToken() });
  const bus = createTransactionBus();
  const dependencies: Dependencies = {
    runtime,
    currency: config.currency,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    callbacksNeedHttps: config.production,
    transactions: createTransactionStore(engine, runtime, {
      maxGroupSize: config.groupCommitMax,
      depositTtlMs: config.depositTtlSeconds * 1000,
      currency: config.currency,
      bus,
      onCallbacks: outbox.notify,
    }),
    bus,
    events: createEventLog(engine),
    callbacks: createCallbackStore(engine, runtime, outbox.notify),
    clients: createClientDirectory(engine, box, runtime),
    banks: remoteBanks ?? createLocalBankDirectory(engine),
    bankAdmin: remoteBanks ? undefined : createBankAdmin(engine),
    accounts: createAccountStore(engine),
    blacklist: createBlacklistStore(engine),
  };
  return { dependencies, outbox };
}

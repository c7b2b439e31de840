import { randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Engine } from '../db/engine.ts';
import { openSqlite, type SqliteOptions } from '../db/engines/sqlite/sqlite.ts';
import { getMetadata, setMetadataIfAbsent } from '../db/metadata.ts';
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
import { createIdGenerator, createTokenGenerator, type RandomFill } from './domain/ids.ts';
import { resolveMasterKey } from './master-key.ts';
import type { BankAdmin, BankDirectory } from './operations/admin/directory.ts';
import type { Dependencies } from './operations/dependencies.ts';
import type { Runtime, Schedule } from './operations/runtime.ts';
import { createTransactionBus } from './operations/transactions/bus.ts';
import { createSecretBox } from './secret-box.ts';
import { createSteadyClock, type SteadyClock } from './steady-clock.ts';

/** How long a write waits for another process before the caller is told to try again. */
const LOCK_TIMEOUT_MS = 1000;
/** How long the Available Banks service may take for a whole answer. */
const BANK_LIST_TIME_LIMIT_MS = 5000;
/** Where the steady clock's offset is kept. */
const CLOCK_OFFSET = 'clock_offset_ms';

/** Time and chance, for tests to replace. */
export interface Platform {
  readonly nowMs: () => number;
  /** Milliseconds that never step, from any beginning. */
  readonly monotonicMs: () => number;
  readonly randomFill: RandomFill;
  readonly schedule: Schedule;
}

export const nodePlatform: Platform = {
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  randomFill: (bytes) => randomFillSync(bytes),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export interface AppContext {
  readonly engine: Engine;
  readonly dependencies: Dependencies;
  /** The names of the migrations that ran when it was opened. */
  readonly migrated: readonly string[];
  /** The directory of `services` if banks come from another service; it is for the owner to refresh. */
  readonly remoteBanks: RemoteBankDirectory | undefined;
  /** The local table of banks, whether or not banks come from it. */
  readonly localBanks: BankAdmin;
  /** What is to be delivered, for the process that delivers it. */
  readonly outbox: CallbackOutbox;
  /** Keeps what is known of jumps of the clock, if that has changed. */
  readonly saveClock: () => Promise<void>;
  close(): Promise<void>;
}

export interface AppContextOptions {
  readonly config: Config;
  readonly platform: Platform;
  /** Whether to run the migrations that are missing, or to refuse a database that lacks some. */
  readonly migrate: boolean;
  /** How long a write waits for another process's lock; one second by default. */
  readonly lockTimeoutMs?: number | undefined;
  /** Replaces parts of the database engine. */
  readonly engine?: Pick<SqliteOptions, 'thread' | 'commandTimeoutMs'> | undefined;
  /** Called when there may be something new in the outbox. */
  readonly onCallbacks?: () => void;
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
    const box = createSecretBox(resolveMasterKey(config));
    if ((await setMetadataIfAbsent(engine, 'master_key_id', box.keyId)) !== box.keyId)
      throw new StartError('MASTER_KEY is not the key that the secrets of this database are sealed with.');
    const remoteBanks = await openRemoteBanks(engine, config, platform);
    const localBanks = createBankAdmin(engine);
    const directories = remoteBanks
      ? { banks: remoteBanks, bankAdmin: undefined }
      : { banks: createLocalBankDirectory(engine), bankAdmin: localBanks };
    const { clock, saveClock } = await openClock(engine, platform);
    const { onCallbacks = () => {} } = options;
    const dependencies = createDependencies(engine, {
      ...{ config, platform, box, clock, onCallbacks },
      ...directories,
    });
    const { runtime } = dependencies;
    const outbox = createCallbackOutbox(engine, { steadyNowMs: clock.nowMs, lease: runtime.newToken() });
    const close = () => engine.close();
    return { engine, dependencies, migrated, remoteBanks, localBanks, outbox, saveClock, close };
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
  { nowMs }: Platform,
): Promise<RemoteBankDirectory | undefined> {
  if (!availableBanks) return undefined;
  const { url, credentials } = availableBanks;
  const readList = createBankListReader({ url, credentials, nowMs, timeLimitMs: BANK_LIST_TIME_LIMIT_MS });
  const directory = createRemoteBankDirectory({ url, readList, nowMs, copies: createBankCopyStore(engine) });
  await directory.loadCopy();
  return directory;
}

/** The steady clock, going on from where the last process on this database left it. */
async function openClock(
  engine: Engine,
  platform: Platform,
): Promise<{ readonly clock: SteadyClock; readonly saveClock: () => Promise<void> }> {
  let savedMs = Number((await getMetadata(engine, CLOCK_OFFSET)) ?? 0);
  const clock = createSteadyClock(platform, savedMs);
  return {
    clock,
    async saveClock() {
      const offsetMs = clock.offsetMs();
      if (offsetMs === savedMs) return;
      await engine.run('setMetadata', { key: CLOCK_OFFSET, value: String(offsetMs) });
      savedMs = offsetMs;
    },
  };
}

interface Parts extends Pick<AppContextOptions, 'config' | 'platform'> {
  readonly clock: SteadyClock;
  readonly onCallbacks: () => void;
  readonly box: ReturnType<typeof createSecretBox>;
  readonly banks: BankDirectory;
  readonly bankAdmin: BankAdmin | undefined;
}

function createDependencies(engine: Engine, parts: Parts): Dependencies {
  const { config, platform, box, banks, bankAdmin, clock, onCallbacks } = parts;
  const runtime: Runtime = {
    nowMs: platform.nowMs,
    steadyNowMs: clock.nowMs,
    newId: createIdGenerator(platform.nowMs, platform.randomFill),
    newToken: createTokenGenerator(platform.randomFill),
    random: () => platform.randomFill(Buffer.alloc(4)).readUInt32BE() / 2 ** 32,
    randomBytes: (byteCount) => platform.randomFill(Buffer.alloc(byteCount)),
  };
  const bus = createTransactionBus();
  return {
    runtime,
    currency: config.currency,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    callbacksNeedHttps: config.production,
    transactions: createTransactionStore(engine, runtime, {
      maxGroupSize: config.groupCommitMax,
      depositTtlMs: config.depositTtlSeconds * 1000,
      currency: config.currency,
      bus,
      onCallbacks,
    }),
    bus,
    events: createEventLog(engine),
    callbacks: createCallbackStore(engine, runtime, onCallbacks),
    clients: createClientDirectory(engine, box, runtime),
    banks,
    bankAdmin,
    accounts: createAccountStore(engine),
    blacklist: createBlacklistStore(engine),
  };
}

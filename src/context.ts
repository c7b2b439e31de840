import { existsSync } from 'node:fs';
import { readTimeZone } from '../db/days.ts';
import type { Engine } from '../db/engine.ts';
import { restoringPath } from '../db/engines/sqlite/restore-files.ts';
import { openSqlite, type SqliteOptions } from '../db/engines/sqlite/sqlite.ts';
import { createAuditStore } from '../db/stores/audit.ts';
import {
  createAccountStore,
  createBankAdmin,
  createBankCopyStore,
  createLocalBankDirectory,
} from '../db/stores/banks.ts';
import { createBlacklistStore } from '../db/stores/blacklist.ts';
import { createCallbackStore } from '../db/stores/callbacks.ts';
import { createClientDirectory } from '../db/stores/clients.ts';
import { createEventLog } from '../db/stores/events.ts';
import { createCallbackOutbox } from '../db/stores/outbox.ts';
import { createPeopleStore } from '../db/stores/people.ts';
import { createReasonTemplateStore } from '../db/stores/reason-templates.ts';
import { createTransactionStore } from '../db/stores/transactions.ts';
import { createBankListReader } from './banks/read-list.ts';
import { createRemoteBankDirectory, type RemoteBankDirectory } from './banks/remote.ts';
import type { CallbackOutbox } from './callbacks/outbox.ts';
import { asConfigError, type Config, StartError } from './config.ts';
import type { AuditOrigin } from './domain/audit.ts';
import type { SecretBox } from './domain/secret-box.ts';
import { createRateLimit } from './http/rate.ts';
import type { Dependencies } from './operations/dependencies.ts';
import { createScans } from './operations/scans.ts';
import { createTransactionBus } from './operations/transactions/bus.ts';
import { createRuntime, type Platform } from './platform.ts';
import { openSecretBoxes, type SecretBoxes } from './secrets.ts';

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
  readonly secrets: SecretBoxes;
  close(): Promise<void>;
}

export interface AppContextOptions {
  readonly config: Config;
  readonly platform: Platform;
  /** Run missing migrations (true), or refuse a database that lacks some (false). */
  readonly migrate: boolean;
  /** The command of a person that asked for the migrations. */
  readonly migrateAudit?: AuditOrigin | undefined;
  /** True if this is the one service of the database, and not a program beside it; false by default. */
  readonly isService?: boolean | undefined;
  /** Time that a write waits for another process's lock; one second by default. */
  readonly lockTimeoutMs?: number | undefined;
  /** Replaces parts of the database engine. */
  readonly engine?: Omit<SqliteOptions, 'path' | 'lockTimeoutMs'> | undefined;
}

/**
 * Opens the database and everything that operations reach through it.
 * @throws StartError when the database cannot be used, or not with this version or this key.
 */
export function openAppContext(options: AppContextOptions): Promise<AppContext> {
  return asConfigError(`DATABASE_URL: ${options.config.databasePath}`, () => open(options));
}

async function open(options: AppContextOptions): Promise<AppContext> {
  const { config, platform, migrate, isService = false, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  refuseUnfinishedRestore(config);
  if (!migrate && !existsSync(config.databasePath))
    throw new StartError(
      `DATABASE_URL: there is no database at ${config.databasePath}. Run: bank-transfers migrate`,
    );
  const engine = openSqlite({ path: config.databasePath, lockTimeoutMs, ...options.engine });
  try {
    const migrated = await bringUpToDate(engine, options);
    const remoteBanks = await openRemoteBanks(engine, config, platform);
    const secrets = await openSecretBoxes(engine, config, { isService });
    const box = secrets.ring;
    const timeZone = await engine.read(readTimeZone);
    const { dependencies, outbox } = createDependencies(engine, {
      ...{ config, platform, remoteBanks, box, timeZone },
    });
    return { engine, dependencies, migrated, remoteBanks, outbox, secrets, close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** @throws StartError when a restore was interrupted after it had begun to take the old files away. */
function refuseUnfinishedRestore({ databasePath }: Config): void {
  if (existsSync(restoringPath(databasePath)))
    throw new StartError(
      `DATABASE_URL: a restore of ${databasePath} was interrupted. Run it again: bank-transfers restore <file>`,
    );
}

async function bringUpToDate(
  engine: Engine,
  { config, migrate, migrateAudit, isService = false }: AppContextOptions,
): Promise<string[]> {
  const { missing, unknown } = await engine.schemaState();
  if (unknown.length > 0)
    throw new StartError(
      `DATABASE_URL: a newer version has changed the database (${unknown.join(', ')}). Run that version.`,
    );
  if (missing.length > 0 && !migrate)
    throw new StartError('The database is not up to date. Run: bank-transfers migrate');
  // Programs beside the service count by its days, whatever their own setting is.
  const timeZone = isService ? config.timeZone : undefined;
  const isUpToDate = missing.length === 0;
  if (isUpToDate && (timeZone === undefined || timeZone === (await engine.read(readTimeZone)))) return [];
  return engine.migrate({ audit: migrateAudit, timeZone });
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
  readonly box: SecretBox;
  readonly timeZone: string;
}

function createDependencies(
  engine: Engine,
  { config, platform, remoteBanks, box, timeZone }: DependencyOptions,
): Pick<AppContext, 'dependencies' | 'outbox'> {
  const runtime = createRuntime(platform);
  const { steadyNowMs, newToken } = runtime;
  const bus = createTransactionBus();
  const outbox = createCallbackOutbox(engine, { steadyNowMs, lease: newToken(), bus });
  const rate = createRateLimit(config.rateLimitPerSecond);
  const dependencies: Dependencies = {
    runtime,
    currency: config.currency,
    timeZone,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    callbacksNeedHttps: config.production,
    rate,
    scans: createScans(rate),
    transactions: createTransactionStore(engine, runtime, {
      maxGroupSize: config.groupCommitMax,
      maxOpenDeposits: config.maxOpenDepositsPerClient,
      depositTtlMs: config.depositTtlSeconds * 1000,
      sentTtlMs: config.sentTtlSeconds * 1000,
      claimTtlMs: config.claimTtlSeconds * 1000,
      currency: config.currency,
      timeZone,
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
    reasonTemplates: createReasonTemplateStore(engine),
    audit: createAuditStore(engine),
    people: createPeopleStore(engine),
  };
  return { dependencies, outbox };
}

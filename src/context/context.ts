import type { Logger } from 'pino';
import { TimeZoneInUse } from '../../db/count-by-days.ts';
import { type Engine, MAX_CLOCK_DIFFERENCE_MS } from '../../db/engine.ts';
import { type EngineObservers, observeEngine } from '../../db/engines/observed-engine.ts';
import { readTimeZone } from '../../db/sql/days.ts';
import { createAuditStore } from '../../db/stores/audit.ts';
import { createProfileStore } from '../../db/stores/bank-profiles.ts';
import {
  createAccountStore,
  createBankAdmin,
  createBankCopyStore,
  createLocalBankDirectory,
} from '../../db/stores/banks.ts';
import { createBlacklistStore } from '../../db/stores/blacklist.ts';
import { createCallbackStore } from '../../db/stores/callbacks.ts';
import { createClientDirectory } from '../../db/stores/clients.ts';
import { createEventLog } from '../../db/stores/events.ts';
import { createLineDesk } from '../../db/stores/line-desk.ts';
import { createMatchPolicyStore } from '../../db/stores/match-policies.ts';
import { createCallbackOutbox } from '../../db/stores/outbox.ts';
import { createPeopleStore } from '../../db/stores/people.ts';
import { createReasonTemplateStore } from '../../db/stores/reason-templates.ts';
import { createSandboxStore } from '../../db/stores/sandbox.ts';
import { createStatementImports } from '../../db/stores/statement-imports.ts';
import { createStatementMatching } from '../../db/stores/statement-matching.ts';
import { createStatementPreviews } from '../../db/stores/statement-previews.ts';
import { createStatementReads } from '../../db/stores/statement-reads.ts';
import { createTransactionStore } from '../../db/stores/transactions.ts';
import { createBankListReader } from '../banks/read-list.ts';
import { createRemoteBankDirectory, type RemoteBankDirectory } from '../banks/remote.ts';
import type { CallbackOutbox } from '../callbacks/outbox.ts';
import type { Config } from '../config/config.ts';
import { asConfigError, StartError } from '../config/start-error.ts';
import type { AuditOrigin } from '../domain/audit.ts';
import type { SecretBox } from '../domain/secret-box.ts';
import { createRateLimit, type PointStore } from '../http/rate.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Observer } from '../operations/observer.ts';
import { createPreviewTurns } from '../operations/reconciliation/preview-turns.ts';
import { createScans } from '../operations/scans.ts';
import { type ChangeTransport, createTransactionBus } from '../operations/transactions/bus.ts';
import { createRuntime, hasMachineClocks, type Platform } from '../platform.ts';
import { openSecretBoxes, type SecretBoxes } from '../secrets/secret-boxes.ts';
import { createProfileCatalog } from '../statements/profile-catalog.ts';
import { createStatementReading } from '../statements/reading.ts';
import { describeDatabase, type EngineOptions, openDatabase } from './database.ts';
import { refuseMoved } from './moved.ts';

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

/** The work that the processes of one service share. By default a process is alone. */
export interface Shared {
  /** The number of processes that answer requests. */
  readonly processes: number;
  readonly transport?: ChangeTransport;
  /** Counts the points of the rate limit. */
  readonly points?: PointStore;
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
  /** True for a move, and for what only reads: other programs refuse a database that was moved; false by default. */
  readonly allowsMoved?: boolean | undefined;
  /** Time that a write waits for another process's lock; one second by default. */
  readonly lockTimeoutMs?: number | undefined;
  /** Replaces parts of the database engine. */
  readonly engine?: EngineOptions | undefined;
  readonly shared?: Shared | undefined;
  /** The process tells it what it does. */
  readonly observation?: EngineObservers | undefined;
  /** Logs where dashboards read from when that changes. */
  readonly logger?: Pick<Logger, 'info' | 'warn'> | undefined;
}

/**
 * Opens the database and everything that operations reach through it.
 * @throws StartError when the database cannot be used, or not with this version or this key.
 */
export function openAppContext(options: AppContextOptions): Promise<AppContext> {
  return asConfigError(`DATABASE_URL: ${describeDatabase(options.config.database)}`, () => open(options));
}

async function open(options: AppContextOptions): Promise<AppContext> {
  const { config, platform, shared, migrate, isService = false, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const database = openDatabase(config.database, {
    ...{ lockTimeoutMs, engine: options.engine, mayMake: migrate },
    ...{ poolSize: config.databasePoolSize, processes: shared?.processes ?? 1 },
    ...{ readUrl: config.databaseReadUrl },
    onReplica: (state, detail) => options.logger?.[state === 'fresh' ? 'info' : 'warn'](detail),
  });
  const engine = observeEngine(database, options.observation ?? {});
  try {
    const migrated = await bringUpToDate(engine, options);
    await readClock(engine, options);
    if (isService || shared) await engine.enter?.();
    if (migrate) await engine.prepare(platform.nowMs());
    const remoteBanks = await openRemoteBanks(engine, config, platform);
    const secrets = await openSecretBoxes(engine, config, { isService });
    const box = secrets.ring;
    const timeZone = await readBasis(engine, options);
    const { dependencies, outbox } = createDependencies(engine, {
      ...{ config, platform, shared, remoteBanks, box, timeZone, observer: options.observation?.observer },
    });
    if (isService || shared) await engine.changes?.start?.();
    return { engine, dependencies, migrated, remoteBanks, outbox, secrets, close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function bringUpToDate(
  engine: Engine,
  { config, migrate, migrateAudit, isService = false, allowsMoved = false }: AppContextOptions,
): Promise<string[]> {
  const { missing, unknown } = await engine.schemaState();
  if (!allowsMoved) await refuseMoved(engine, missing);
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
  return engine.migrate({ audit: migrateAudit, timeZone }).catch((error: unknown) => {
    throw error instanceof TimeZoneInUse ? otherZone(error.timeZone) : error;
  });
}

/**
 * Reads the time zone by whose days the database counts. It stays the same for a service that has entered.
 * @throws StartError when another program has changed the database while this one was starting.
 */
async function readBasis(
  engine: Engine,
  { config, isService, allowsMoved = false }: AppContextOptions,
): Promise<string> {
  if (!allowsMoved) await refuseMoved(engine, []);
  const timeZone = await engine.read(readTimeZone);
  if (isService && timeZone !== config.timeZone) throw otherZone(timeZone);
  return timeZone;
}

function otherZone(timeZone: string): StartError {
  return new StartError(
    `TIME_ZONE: other services run on the database and count by the days of ${timeZone}. Set TIME_ZONE=${timeZone}, or stop all of them first.`,
  );
}

/**
 * Reads the clock by which the processes of a database measure what is due.
 * @throws StartError when the clock of this machine is too far from it: times that are shown would not be right.
 */
async function readClock({ clock }: Engine, { platform, isService }: AppContextOptions): Promise<void> {
  if (!clock || !hasMachineClocks(platform)) return;
  await clock.read();
  const aheadMs = platform.nowMs() - (clock.nowMs() ?? platform.nowMs());
  if (!isService || Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  throw new StartError(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the database server. Set the wrong one.`,
  );
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

interface DependencyOptions extends Pick<AppContextOptions, 'config' | 'platform' | 'shared'> {
  readonly remoteBanks: RemoteBankDirectory | undefined;
  readonly box: SecretBox;
  readonly timeZone: string;
  readonly observer: Observer | undefined;
}

function createDependencies(
  engine: Engine,
  { config, platform, shared, remoteBanks, box, timeZone, observer }: DependencyOptions,
): Pick<AppContext, 'dependencies' | 'outbox'> {
  const { clock } = engine;
  const runtime = createRuntime(platform, hasMachineClocks(platform) ? clock : undefined);
  const { steadyNowMs, isTimeSure, newToken } = runtime;
  const bus = createTransactionBus(engine.changes ?? shared?.transport);
  const outbox = createCallbackOutbox(engine, { steadyNowMs, isTimeSure, lease: newToken(), bus });
  const rate = createRateLimit(config.rateLimitPerSecond, shared?.points);
  const profiles = createProfileCatalog(createProfileStore(engine));
  const lateGraceMs = config.lateGraceSeconds * 1000;
  const dependencies: Dependencies = {
    runtime,
    observer,
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
    sandbox: createSandboxStore(engine, runtime, {
      longestPendingMs: (config.depositTtlSeconds + config.sentTtlSeconds) * 1000,
      onCallbacks: outbox.notify,
    }),
    statements: {
      profiles,
      previewTurns: createPreviewTurns(),
      reading: createStatementReading({ currency: config.currency, profiles }),
      imports: createStatementImports(engine, runtime),
      matching: createStatementMatching(engine, runtime, {
        ...{ timeZone, bus, onCallbacks: outbox.notify, lateGraceMs },
      }),
      reads: createStatementReads(engine),
      policies: createMatchPolicyStore(engine, runtime, { lateGraceMs }),
      previews: createStatementPreviews(engine, runtime, { lateGraceMs }),
      desk: createLineDesk(engine, runtime, { timeZone, bus, onCallbacks: outbox.notify }),
    },
  };
  return { dependencies, outbox };
}

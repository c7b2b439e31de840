import { createBankCopyStore } from '../../db/banks/store.ts';
import type { Engine } from '../../db/engine.ts';
import { observeEngine } from '../../db/engines/observed-engine.ts';
import { createBankListReader } from '../banks/remote/read-list.ts';
import { createRemoteBankDirectory, type RemoteBankDirectory } from '../banks/remote/remote.ts';
import type { CallbackOutbox } from '../callbacks/outbox.ts';
import type { Config } from '../config/config.ts';
import { asConfigError } from '../config/start-error.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { describeDatabase, openDatabase } from './database.ts';
import { createDependencies } from './dependencies.ts';
import type { AppContextOptions } from './options.ts';
import type { Platform } from './platform.ts';
import { openSecretBoxes, type SecretBoxes } from './secret-boxes.ts';
import { bringUpToDate, readBasis, readClock, storeCurrency } from './start-checks.ts';

/** Time limit for the write lock of another process. The caller then gets an error that can be retried. */
const LOCK_TIMEOUT_MS = 1000;
/** The server looks for a deadlock after a second (deadlock_timeout), and that can be run again at once. */
const POSTGRES_LOCK_TIMEOUT_MS = 1500;

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

/**
 * Opens the database and everything that operations reach through it.
 * @throws StartError when the database cannot be used, or not with this version or this key.
 */
export function openAppContext(options: AppContextOptions): Promise<AppContext> {
  return asConfigError(`DATABASE_URL: ${describeDatabase(options.config.database)}`, () => open(options));
}

async function open(options: AppContextOptions): Promise<AppContext> {
  const { config, platform, migrate, isService = false } = options;
  const { lockTimeoutMs = config.database.kind === 'postgres' ? POSTGRES_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS } =
    options;
  const database = openDatabase(config.database, {
    lockTimeoutMs,
    engine: options.engine,
    canCreate: migrate,
    isService,
    poolSize: config.databasePoolSize,
    readUrl: config.databaseReadUrl,
    onReplica: (state, detail) => options.logger?.[state === 'fresh' ? 'info' : 'warn'](detail),
  });
  const engine = observeEngine(database, options.observation ?? {});
  try {
    const migrated = await bringUpToDate(engine, options);
    await readClock(engine, options);
    if (isService) {
      await storeCurrency(engine, config);
      await engine.enter?.();
    }
    const remoteBanks = await openRemoteBanks(engine, config, platform);
    const secrets = await openSecretBoxes(engine, config, { isService });
    const box = secrets.ring;
    const basis = await readBasis(engine, options);
    const made = createDependencies(engine, {
      config,
      platform,
      remoteBanks,
      box,
      basis,
      observer: options.observation?.observer,
    });
    if (isService) engine.onExternalCommit?.(made.dependencies.bus.endAll);
    return { ...made, migrated, remoteBanks, secrets, close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Time that the Available Banks service has for a whole response. */
const BANK_LIST_TIME_LIMIT_MS = 5000;

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

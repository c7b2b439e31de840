import type { Logger } from 'pino';
import type { LastShutdown } from '../../db/engines/sqlite/file-owner.ts';
import type { Config } from '../config/config.ts';
import { asConfigError, StartError } from '../config/start-error.ts';
import { FolderProblem, type InboxFolder, openInboxFolder } from '../reconciliation/jobs/inbox-folder.ts';
import { type AppContext, openAppContext } from './context.ts';
import { describeDatabase } from './database.ts';
import { hasDemoKeys, seedDemo } from './demo.ts';
import { refusePublicDemoKeys } from './exposure.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { takeOwner } from './last-shutdown.ts';
import type { ObservedOptions } from './observation.ts';
import type { AppContextOptions } from './options.ts';
import { nodePlatform, type Platform } from './platform.ts';
import type { HttpLimits } from './serve-http.ts';

export interface Limits extends HttpLimits {
  /** Time limit for the write lock of another process. The caller then gets an error that can be retried. */
  readonly lockMs: number;
  /** Time for which a stop waits for receivers of callbacks. */
  readonly receiversMs: number;
}

export interface ServiceOptions extends Omit<ObservedOptions, 'platform'> {
  readonly platform?: Platform;
  readonly limits?: Partial<Limits>;
  /** Replaces parts of the database engine. */
  readonly engine?: AppContextOptions['engine'];
}

/** The database of the service and its jobs, without HTTP. */
export interface Service {
  readonly context: AppContext;
  /** The jobs, which are not started. */
  readonly jobs: Jobs;
  /** Closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database as its only service, and makes the jobs.
 * @throws StartError when another process owns the database, or when demo keys are where everyone can use them.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, logger, platform = nodePlatform, limits = {} } = options;
  refusePublicDemoKeys(config);
  const resources: (() => Promise<unknown>)[] = [];
  // The last one opened is closed first.
  const close = () => closeAll(resources.splice(0).reverse());
  try {
    const lastShutdown = await takeFile(config, { logger, resources });
    const context = await openAppContext({
      logger,
      config,
      platform,
      migrate: true,
      isService: true,
      lockTimeoutMs: limits.lockMs,
      engine: options.engine,
      observation: options.observation,
    });
    lastShutdown?.begin();
    resources.push(async () => {
      await context.close();
      lastShutdown?.end();
    });
    await asConfigError(`DATABASE_URL: ${describeDatabase(config.database)}`, () =>
      checkDemoKeys(context, config),
    );
    const folder = await openInbox(config, context);
    const { receiversMs } = limits;
    return { context, jobs: createJobs(context, { ...options, platform, folder, receiversMs }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes this process the only server of a SQLite file, and checks how the last one ended. A PostgreSQL database has
 * any number of servers.
 */
async function takeFile(
  { database }: Config,
  { logger, resources }: { readonly logger: Logger; readonly resources: (() => Promise<unknown>)[] },
): Promise<LastShutdown | undefined> {
  if (database.kind === 'postgres') return undefined;
  const { path } = database;
  const owned = await asConfigError(`DATABASE_URL: ${path}`, () => takeOwner(path, logger));
  if (!owned)
    throw new StartError(
      `DATABASE_URL: another bank-transfers service already runs on ${path}. Stop it first, or name another file.`,
    );
  resources.push(async () => owned.release());
  return owned.lastShutdown;
}

/** Closes every resource in turn, even if some of them fail. @throws the first failure. */
async function closeAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Waits for all promises, even if some fail. @throws the first failure. */
export async function allEnded(work: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function checkDemoKeys({ dependencies }: AppContext, { production }: Config): Promise<void> {
  // The local table of banks is seeded even if banks come from another service at first.
  if (!production) await seedDemo(dependencies);
  else if (await hasDemoKeys(dependencies))
    throw new StartError(
      'DATABASE_URL: the database holds a demo key, which production must not. Start with a new one.',
    );
}

/** @throws StartError that names STATEMENTS_DIR. */
async function openInbox(
  { statementsFolder }: Config,
  { dependencies }: AppContext,
): Promise<InboxFolder | undefined> {
  if (statementsFolder === undefined) return undefined;
  try {
    return await asConfigError('STATEMENTS_DIR', () =>
      openInboxFolder(statementsFolder, dependencies.runtime.newId),
    );
  } catch (error) {
    throw error instanceof FolderProblem ? new StartError(`STATEMENTS_DIR: ${error.message}`) : error;
  }
}

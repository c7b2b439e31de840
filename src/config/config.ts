import { readDatabase, readReplica } from './database-location.ts';
import { environmentSchema } from './environment.ts';
import { StartError } from './start-error.ts';

/** The settings of one process, read from its environment. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the environment.
 * @throws StartError with one line for each variable that is wrong.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  // A service that ignored it would run without what its operator expects.
  if (given.WORKERS !== undefined)
    throw new StartError(
      'WORKERS is no longer a setting: a SQLite file has one process. Remove it; for more cores or machines use PostgreSQL with several processes behind a balancer (docs/scale.md).',
    );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success)
    throw new StartError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'),
    );
  const variables = parsed.data;
  const production = variables.NODE_ENV === 'production';
  for (const name of ['MASTER_KEY', 'PUBLIC_URL'] as const)
    if (production && variables[name] === undefined)
      throw new StartError(
        `${name} is required in production.${name === 'MASTER_KEY' ? ' Make one with openssl rand -hex 32.' : ''}`,
      );
  if (production && variables.PUBLIC_URL && new URL(variables.PUBLIC_URL).protocol !== 'https:')
    throw new StartError('PUBLIC_URL must be https in production: payment links go through public networks.');
  if (variables.MASTER_KEY_PREVIOUS && !variables.MASTER_KEY)
    throw new StartError('MASTER_KEY_PREVIOUS needs MASTER_KEY, the new key, too.');
  if (variables.PORT === 0 && variables.PUBLIC_URL === undefined)
    throw new StartError('PORT=0 needs PUBLIC_URL: payment links are written before the free port is known.');
  const bankCredentials = readBankCredentials(variables);
  const database = readDatabase(variables);
  if (database.kind === 'postgres' && !variables.MASTER_KEY)
    throw new StartError(
      'MASTER_KEY is required with PostgreSQL: all processes of a database seal its secrets with one key. ' +
        'Make one with openssl rand -hex 32.',
    );

  return Object.freeze({
    production,
    database,
    /** The server from which dashboards read; undefined for the server of everything else. */
    databaseReadUrl: readReplica(database, variables),
    /** The most connections of this process to PostgreSQL. */
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    // Demo keys work outside production, so only this machine may reach the service there.
    host: variables.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: variables.PORT,
    /** The port on which this machine reads metrics; undefined for none, and nothing is counted then. */
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    /** Where traces go; undefined when none are recorded. */
    tracesExporter:
      variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ? undefined : variables.OTEL_TRACES_EXPORTER,
    publicUrl: variables.PUBLIC_URL,
    serviceName: variables.SERVICE_NAME,
    masterKey: variables.MASTER_KEY,
    allowsDemoKeys: variables.ALLOW_DEMO_KEYS === '1',
    previousMasterKey: variables.MASTER_KEY_PREVIOUS,
    currency: variables.CURRENCY,
    depositTtlSeconds: variables.DEPOSIT_TTL,
    timeZone: variables.TIME_ZONE,
    sentTtlSeconds: variables.SENT_TTL,
    claimTtlSeconds: variables.CLAIM_TTL,
    lateGraceSeconds: variables.LATE_GRACE,
    /** The folder whose files of banks are imported. */
    statementsFolder: variables.STATEMENTS_DIR,
    availableBanks: variables.AVAILABLE_BANKS_URL
      ? {
          url: variables.AVAILABLE_BANKS_URL,
          credentials: bankCredentials,
          refreshSeconds: variables.AVAILABLE_BANKS_REFRESH,
        }
      : undefined,
    corsOrigins: variables.CORS_ORIGINS,
    trustedProxies: variables.TRUST_PROXY,
    rateLimitPerSecond: variables.RATE_LIMIT_PER_SECOND,
    maxOpenDepositsPerClient: variables.MAX_OPEN_DEPOSITS_PER_CLIENT,
    retention: {
      attemptsMs: toMs(variables.RETENTION_ATTEMPTS),
      callbacksMs: toMs(variables.RETENTION_CALLBACKS),
    },
    groupCommitMax: variables.GROUP_COMMIT_MAX,
    logLevel: variables.LOG_LEVEL,
  });
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

function readBankCredentials(variables: {
  readonly AVAILABLE_BANKS_APP_KEY?: string | undefined;
  readonly AVAILABLE_BANKS_SECRET?: string | undefined;
}): { readonly appKey: string; readonly secret: string } | undefined {
  const { AVAILABLE_BANKS_APP_KEY: appKey, AVAILABLE_BANKS_SECRET: secret } = variables;
  if ((appKey === undefined) !== (secret === undefined))
    throw new StartError('AVAILABLE_BANKS_APP_KEY and AVAILABLE_BANKS_SECRET must be given together.');
  return appKey !== undefined && secret !== undefined ? { appKey, secret } : undefined;
}

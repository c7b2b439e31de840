import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { LocationError, readLocation, withAuthority } from '../../db/engines/postgres/location.ts';
import { DEFAULT_POOL_SIZE, MIN_POOL_SIZE } from '../../db/engines/postgres/pool-size.ts';
import { parseDurationSeconds } from '../domain/duration.ts';
import { isTimeZone } from '../domain/time-zone.ts';

const DAY_SECONDS = 86_400;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const durationSeconds = z
  .string()
  .transform(parseDurationSeconds)
  .pipe(z.number('must be a duration such as 90s, 30m or 2h'))
  .refine((seconds) => seconds > 0, 'must be longer than nothing');

const daysAtMost = (days: number) =>
  durationSeconds.refine((seconds) => seconds <= days * DAY_SECONDS, `must be at most ${days}d`);

const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment: paths are added to it')
  .transform((url) => url.replace(/\/+$/, ''));

/** The URL is kept to the last character: a slash at its end may be part of the route. */
const bankListUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((url) => !new URL(url).username && !new URL(url).password, {
    error: 'must hold no user name or password; use AVAILABLE_BANKS_APP_KEY and AVAILABLE_BANKS_SECRET',
  });

const masterKey = z
  .string()
  .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, 'must be 32 bytes: 64 hex digits, or base64')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'));

const MAX_WORKERS = 64;
const WORKERS_FORM = `must be a whole number from 1 to ${MAX_WORKERS}, or auto`;

/** The number of processes that answer requests; `auto` is one for each core. */
const workers = z
  .string()
  .regex(/^(auto|\d{1,3})$/, WORKERS_FORM)
  .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : Number(text)))
  .refine((count) => count >= 1 && count <= MAX_WORKERS, WORKERS_FORM);

/** The other variables of OpenTelemetry are read by its packages. */
const tracesExporter = z
  .enum(['otlp', 'console', 'none'], { error: 'must be otlp, console or none' })
  .transform((exporter) => (exporter === 'none' ? undefined : exporter));

/** Where the database is. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

const DATABASE_FORM = 'must be the path of a SQLite file, or a URL that begins with postgres://';

const sqliteFile = z
  .string()
  .refine((url) => !/^[a-z]+:\/\//.test(url) || url.startsWith('file://'), DATABASE_FORM)
  .refine((url) => !/^file:.*\?/.test(url), 'must have no query: it would become a part of the name')
  .transform((url) => url.replace(/^file:(\/\/)?/, ''))
  .refine((path) => path !== '' && path !== ':memory:', DATABASE_FORM)
  .transform((path): DatabaseLocation => ({ kind: 'sqlite', path }));

/** A URL of PostgreSQL is read when DATABASE_CA is known. */
const databaseUrl = z.string().transform((text, context): DatabaseLocation => {
  if (/^postgres(ql)?:/.test(text)) return { kind: 'postgres', url: text };
  const result = sqliteFile.safeParse(text);
  if (result.success) return result.data;
  context.addIssue({ code: 'custom', message: result.error.issues[0]?.message ?? DATABASE_FORM });
  return z.NEVER;
});

/** @throws StartError that names the parameter. */
export function parseDatabaseUrl(parameter: string, text: string): DatabaseLocation {
  const { data, error } = databaseUrl.safeParse(text);
  if (data) return data;
  throw new StartError(`${parameter} ${error.issues[0]?.message ?? DATABASE_FORM}.`);
}

const ORIGINS_FORM = 'must be origins such as https://console.example.com, with commas between them';

/** Origins are compared with what browsers send, so a path or a slash after one would never match. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), ORIGINS_FORM);

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const TIME_ZONE_FORM = 'must be the name of a time zone, such as Europe/Istanbul or UTC';

const timeZone = z.string().refine(isTimeZone, TIME_ZONE_FORM);

/** Every variable with its form and its default. docs/settings.md has the same. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('development'),
  DATABASE_URL: databaseUrl.prefault('data/bank-transfers.db'),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_CA: z.string().optional(),
  DATABASE_POOL_SIZE: wholeNumber(MIN_POOL_SIZE, 1000).default(DEFAULT_POOL_SIZE),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_TRACES_EXPORTER: tracesExporter.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  WORKERS: workers.default(1),
  PUBLIC_URL: publicUrl.optional(),
  MASTER_KEY: masterKey.optional(),
  ALLOW_DEMO_KEYS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  MASTER_KEY_PREVIOUS: masterKey.optional(),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code of three letters, such as TRY')
    .default('TRY'),
  DEPOSIT_TTL: daysAtMost(366).default(1800),
  TIME_ZONE: timeZone.default('UTC'),
  SENT_TTL: daysAtMost(30).default(DAY_SECONDS),
  CLAIM_TTL: daysAtMost(1).default(900),
  LATE_GRACE: daysAtMost(30).default(3 * DAY_SECONDS),
  STATEMENTS_DIR: z.string().optional(),
  AVAILABLE_BANKS_URL: bankListUrl.optional(),
  AVAILABLE_BANKS_APP_KEY: z
    .string()
    .regex(/^[!-~]{1,128}$/, 'must be 1 to 128 printable ASCII characters')
    .optional(),
  AVAILABLE_BANKS_SECRET: z.string().min(1).optional(),
  AVAILABLE_BANKS_REFRESH: daysAtMost(1).default(60),
  CORS_ORIGINS: origins.default([]),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  RATE_LIMIT_PER_SECOND: wholeNumber(0, 1_000_000).default(1000),
  MAX_OPEN_DEPOSITS_PER_CLIENT: wholeNumber(0, 1_000_000_000).default(1_000_000),
  RETENTION_ATTEMPTS: durationSeconds.optional(),
  RETENTION_CALLBACKS: durationSeconds.optional(),
  GROUP_COMMIT_MAX: wholeNumber(1, 128).default(128),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
});

/** The settings of one process, read from its environment. */
export type Config = ReturnType<typeof readConfig>;

/** A mistake in how the service was started. The message is one line for the operator. */
export class StartError extends Error {}

/**
 * Runs a step of the start that fails when a setting is wrong.
 * @throws StartError that names the setting, when the operating system or the database refuses.
 */
export async function asConfigError<T>(setting: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    // Errors of the system and of the database have a code. One without a code is a bug of ours.
    const refused = error instanceof Error && 'code' in error && !(error instanceof StartError);
    throw refused ? new StartError(`${setting}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * Reads and checks the environment.
 * @throws StartError with one line for each variable that is wrong.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success)
    throw new StartError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'),
    );
  const variables = parsed.data;
  const production = variables.NODE_ENV === 'production';
  for (const name of ['MASTER_KEY', 'PUBLIC_URL'] as const)
    if (production && variables[name] === undefined)
      throw new StartError(`${name} is required in production.`);
  if (production && variables.PUBLIC_URL && new URL(variables.PUBLIC_URL).protocol !== 'https:')
    throw new StartError('PUBLIC_URL must be https in production: payment links go through public networks.');
  if (variables.MASTER_KEY_PREVIOUS && !variables.MASTER_KEY)
    throw new StartError('MASTER_KEY_PREVIOUS needs MASTER_KEY, the new key, beside it.');
  const bankCredentials = readBankCredentials(variables);
  const database = readDatabase(variables);
  if (database.kind === 'postgres' && !variables.MASTER_KEY)
    throw new StartError(
      'MASTER_KEY is required with PostgreSQL: all processes of a database seal its secrets with one key.',
    );

  return Object.freeze({
    production,
    database,
    /** The server from which dashboards read; undefined for the one of all else. */
    databaseReadUrl: readReplica(database, variables),
    /** The most connections of this process to PostgreSQL. */
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    // Demo keys work outside production, so only this machine may reach the service there.
    host: variables.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: variables.PORT,
    workers: variables.WORKERS,
    /** The port on which this machine reads metrics; undefined for none, and nothing is counted then. */
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    /** Where traces go; undefined when none are recorded. */
    tracesExporter:
      variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ? undefined : variables.OTEL_TRACES_EXPORTER,
    publicUrl: variables.PUBLIC_URL,
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

function readReplica(
  database: DatabaseLocation,
  variables: {
    readonly DATABASE_READ_URL?: DatabaseLocation | undefined;
    readonly DATABASE_CA?: string | undefined;
  },
): string | undefined {
  const { DATABASE_READ_URL: replica, DATABASE_CA } = variables;
  if (!replica) return undefined;
  if (database.kind === 'sqlite' || replica.kind === 'sqlite')
    throw new StartError(
      'DATABASE_READ_URL must be the postgres:// URL of a replica of DATABASE_URL, which must be a PostgreSQL server.',
    );
  const read = readDatabase({ DATABASE_URL: replica, DATABASE_CA }, 'DATABASE_READ_URL');
  return read.kind === 'postgres' ? read.url : undefined;
}

/** The authority of DATABASE_CA becomes a part of the URL, where other programs have it too. */
function readDatabase(
  variables: { readonly DATABASE_URL: DatabaseLocation; readonly DATABASE_CA?: string | undefined },
  name = 'DATABASE_URL',
): DatabaseLocation {
  const { DATABASE_URL: database, DATABASE_CA: authority } = variables;
  if (database.kind === 'sqlite') return database;
  try {
    const url = authority === undefined ? database.url : withAuthority(database.url, authority);
    readLocation(url);
    return { kind: 'postgres', url };
  } catch (error) {
    if (!(error instanceof LocationError)) throw error;
    throw new StartError(`${name} ${error.message}.`);
  }
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

import { z } from 'zod';
import { parseDurationSeconds } from './domain/duration.ts';
import { isTimeZone } from './domain/time-zone.ts';

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

const databaseUrl = z
  .string()
  .refine((url) => !/^postgres(ql)?:/.test(url), {
    error: 'names PostgreSQL, which this version does not support yet; give a file',
    abort: true,
  })
  .refine(
    (url) => !/^[a-z]+:\/\//.test(url) || url.startsWith('file://'),
    'must be the path of a SQLite file',
  )
  .refine((url) => !/^file:.*\?/.test(url), 'must have no query: it would become a part of the name')
  .transform((url) => url.replace(/^file:(\/\/)?/, ''))
  .refine((path) => path !== '' && path !== ':memory:', 'must be the path of a SQLite file');

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

const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('development'),
  DATABASE_URL: databaseUrl.default('data/bank-transfers.db'),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
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

  return Object.freeze({
    production,
    databasePath: variables.DATABASE_URL,
    // Demo keys work outside production, so only this machine may reach the service there.
    host: variables.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: variables.PORT,
    publicUrl: variables.PUBLIC_URL,
    masterKey: variables.MASTER_KEY,
    allowsDemoKeys: variables.ALLOW_DEMO_KEYS === '1',
    previousMasterKey: variables.MASTER_KEY_PREVIOUS,
    currency: variables.CURRENCY,
    depositTtlSeconds: variables.DEPOSIT_TTL,
    timeZone: variables.TIME_ZONE,
    sentTtlSeconds: variables.SENT_TTL,
    claimTtlSeconds: variables.CLAIM_TTL,
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

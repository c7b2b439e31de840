import { z } from 'zod';
import { DEFAULT_POOL_SIZE, MIN_POOL_SIZE } from '../../db/engines/postgres/pool-size.ts';
import { parseDurationSeconds } from '../kernel/duration.ts';
import { isTimeZone } from '../kernel/time-zone.ts';
import { databaseUrl } from './database-location.ts';

export const DAY_SECONDS = 86_400;

export const wholeNumber = (min: number, max: number) =>
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

export const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment: paths are added to it')
  .transform((url) => url.replace(/\/+$/, ''));

/** The name of the organisation that runs the service, for people. */
export const serviceName = z
  .string()
  .trim()
  .min(1, 'must not be blank: give the name of who runs the service, or remove the variable')
  .max(40, 'must have at most 40 characters');

/** The URL is kept to the last character: a slash at its end may be part of the route. */
const bankListUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((url) => !new URL(url).username && !new URL(url).password, {
    error: 'must hold no user name or password; use AVAILABLE_BANKS_APP_KEY and AVAILABLE_BANKS_SECRET',
  });

export const masterKey = z
  .string()
  .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, 'must be 32 bytes: 64 hex digits, or base64')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'));

/** The other variables of OpenTelemetry are read by its packages. */
export const tracesExporter = z
  .enum(['otlp', 'console', 'none'], { error: 'must be otlp, console or none' })
  .transform((exporter) => (exporter === 'none' ? undefined : exporter));

const ORIGINS_FORM = 'must be origins such as https://console.example.com, with commas between them';

/** Origins are compared with what browsers send, so a path or a slash after one would never match. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), ORIGINS_FORM);

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const TIME_ZONE_FORM = 'must be the name of a time zone, such as Europe/Istanbul or UTC';

export const timeZone = z.string().refine(isTimeZone, TIME_ZONE_FORM);

/** The code of a currency in which amounts can have hundredths. */
const currency = z
  .string()
  .refine(
    (code) => CURRENCIES.has(code),
    'must be the code of a currency of ISO 4217 with two decimals, such as TRY',
  );

/** Every variable with its form and its default, as docs/settings.md describes them. */
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
  PUBLIC_URL: publicUrl.optional(),
  SERVICE_NAME: serviceName.optional(),
  MASTER_KEY: masterKey.optional(),
  ALLOW_DEMO_KEYS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  MASTER_KEY_PREVIOUS: masterKey.optional(),
  CURRENCY: currency.default('TRY'),
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

/** The currencies of ISO 4217 with two decimals, without its codes for funds. Amounts of the service have hundredths. */
const CURRENCIES = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
    'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
    'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN ' +
    'NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP ' +
    'SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'
  ).split(' '),
);

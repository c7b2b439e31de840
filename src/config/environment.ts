import { z } from 'zod';
import { DEFAULT_POOL_SIZE, MIN_POOL_SIZE } from '../../db/engines/postgres/pool-size.ts';
import { databaseUrl } from './database-location.ts';
import {
  bankListUrl,
  DAY_SECONDS,
  daysAtMost,
  durationSeconds,
  masterKey,
  origins,
  publicUrl,
  serviceName,
  timeZone,
  tracesExporter,
  wholeNumber,
} from './forms.ts';

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

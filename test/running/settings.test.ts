import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { StartError } from '../../src/config/start-error.ts';

const MASTER_KEY = '0123456789abcdef'.repeat(4);
const PRODUCTION = { NODE_ENV: 'production', MASTER_KEY, PUBLIC_URL: 'https://pay.example.com' };

const BAD: readonly (readonly [string, ...string[]])[] = [
  ['NODE_ENV', 'prod', 'Production', 'PRODUCTION', 'staging', 'dev', ' production', 'production '],
  ['ALLOW_DEMO_KEYS', 'true', 'yes', '2'],
  [
    'DATABASE_URL',
    'postgres://localhost',
    'postgres://',
    'postgres:///bank',
    'postgres://localhost:99999/bank',
    'postgres://localhost:port/bank',
    'postgres://ada:se/cret@localhost/bank',
    'postgres://ada:se#cret@localhost/bank',
    'postgres://ada:100%@localhost/bank',
    'postgres://localhost/bank?sslmode=on',
    'postgres://localhost/bank?sslmode=verify-ca',
    'postgres://localhost/bank?sslmode=verify-full&sslrootcert=/nowhere.pem',
    'postgres://localhost/bank?sslcert=/nowhere.pem',
    'postgres://localhost/bank?sslnegotiation=direct&sslmode=prefer',
    'postgres://localhost/bank?channel_binding=require',
    'postgres://localhost/bank?target_session_attrs=standby',
    'postgres://localhost/bank?connect_timeout=soon',
    'postgres://localhost/bank?pgbouncer=true',
    'mysql://localhost/bank',
    ':memory:',
    'file:',
    'file://',
    'file:a.db?mode=rwc',
  ],
  ['DATABASE_POOL_SIZE', '4', '1001', 'many', '-8'],
  ['METRICS_PORT', 'http', '-1', '65536', '0x50', ' 80'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'OTLP', 'otlp,console'],
  ['WORKERS', '1', '2', 'auto'],
  ['PORT', 'http', '-1', '65536', '80.5', '0x50', ' 80', '99999999999999'],
  [
    'PUBLIC_URL',
    'pay.example.com',
    'ftp://pay.example.com',
    '/pay',
    'https://',
    'https://a.b/?c=d',
    'https://a.b/#c',
  ],
  ['SERVICE_NAME', ' ', 'n'.repeat(41)],
  ['MASTER_KEY', 'short', '0123', `${MASTER_KEY}0`, 'g'.repeat(64), `${'A'.repeat(43)}`, `${'A'.repeat(44)}`],
  ['CURRENCY', 'try', 'TL', 'EURO', '₺', 'ABC', 'XXX', 'JPY', 'KWD'],
  ['MASTER_KEY_PREVIOUS', 'short', `${MASTER_KEY}0`],
  ['RETENTION_ATTEMPTS', '0', '0d', '1.5d', 'never'],
  ['RETENTION_CALLBACKS', '0', '0d', '1.5d', 'never'],
  ['DEPOSIT_TTL', '0', '0m', '-5m', '1.5h', '30 m', '30min', 'soon', '1w', '367d', '999999999d'],
  ['TIME_ZONE', 'Istanbul', '+03:00', 'GMT+3', 'Europe/Istanbul ', 'europe istanbul', '../UTC'],
  ['SENT_TTL', '0', '0m', '-5m', '1.5h', 'soon', '31d'],
  ['CLAIM_TTL', '0', '0m', '-5m', '1.5h', 'soon', '25h'],
  ['AVAILABLE_BANKS_URL', 'banks.example.com', 'file:///etc/passwd', 'https://user:word@banks.example.com'],
  ['AVAILABLE_BANKS_REFRESH', '0', '2d', 'often'],
  [
    'CORS_ORIGINS',
    '*',
    'null',
    'console.example.com',
    'https://console.example.com/',
    'https://Console.example.com',
    'https://a.example.com;https://b.example.com',
    'https://a.example.com,',
    'ftp://console.example.com',
  ],
  ['TRUST_PROXY', 'true', '-1', '11', 'loopback'],
  ['RATE_LIMIT_PER_SECOND', '-1', 'none', '1e3', '1000001'],
  ['GROUP_COMMIT_MAX', '0', '129', 'many'],
  ['LOG_LEVEL', 'verbose', 'INFO', '30'],
];

/** The message of a failed start; undefined when the settings are valid. */
function startError(environment: Record<string, string>): string | undefined {
  try {
    readConfig(environment);
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

test.each(BAD.flatMap(([name, ...values]) => values.map((value) => [name, value] as const)))(
  'a start with %s=%j is refused with one line that names the variable',
  (name, value) => {
    const message = startError({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} [^\n]+\\.$`));
    // A value that was meant as a secret must not be shown on a screen.
    if (name.startsWith('MASTER_KEY')) expect(message).not.toContain(value);
    if (name === 'DATABASE_URL') expect(message).not.toMatch(/ada|cret/);
  },
);

test('a blank name of the service is told from none', () => {
  expect(startError({ SERVICE_NAME: ' ' })).toContain('must not be blank: give the name');
});

test('each mistake gets its own line', () => {
  const message = startError({ PORT: 'http', LOG_LEVEL: 'loud', DEPOSIT_TTL: 'soon' });
  expect(message?.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'DEPOSIT_TTL',
    'LOG_LEVEL',
  ]);
});

test('an empty variable counts as not set', () => {
  const names = [...BAD.map(([name]) => name), 'HOST', 'AVAILABLE_BANKS_SECRET'];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

test.each(['MASTER_KEY', 'PUBLIC_URL'])('production does not start without %s', (name) => {
  expect(startError(PRODUCTION)).toBeUndefined();
  expect(startError({ ...PRODUCTION, [name]: '' })).toMatch(new RegExp(`^${name} [^\n]+\\.$`));
});

test('production does not start with payment links that anybody on the way can read', () => {
  for (const url of ['http://pay.example.com', 'HTTP://pay.example.com', 'http://localhost:3000'])
    expect(startError({ ...PRODUCTION, PUBLIC_URL: url })).toMatch(/^PUBLIC_URL must be https [^\n]+\.$/);
});

test('development and test are no production', () => {
  expect([{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, PRODUCTION].map(readConfig)).toMatchObject(
    [false, false, false, true].map((production) => ({ production })),
  );
});

test('a key for the Available Banks service needs a secret, and the reverse', () => {
  for (const name of ['AVAILABLE_BANKS_APP_KEY', 'AVAILABLE_BANKS_SECRET'])
    expect(startError({ [name]: 'given' })).toMatch(/^AVAILABLE_BANKS_APP_KEY and AVAILABLE_BANKS_SECRET /);
});

test('valid values are converted', () => {
  const config = readConfig({
    ...PRODUCTION,
    DATABASE_URL: 'file:///var/lib/bank-transfers.db',
    PORT: '8080',
    PUBLIC_URL: 'https://example.com/bank/',
    DEPOSIT_TTL: '2h',
    SENT_TTL: '3d',
    CLAIM_TTL: '90s',
    TRUST_PROXY: '1',
  });
  expect(config).toMatchObject({
    production: true,
    database: { kind: 'sqlite', path: '/var/lib/bank-transfers.db' },
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://example.com/bank',
    depositTtlSeconds: 7200,
    sentTtlSeconds: 259_200,
    claimTtlSeconds: 90,
    trustedProxies: 1,
  });
  expect(config.masterKey?.toString('hex')).toBe(MASTER_KEY);
  const base64 = Buffer.from(MASTER_KEY, 'hex').toString('base64');
  expect(readConfig({ MASTER_KEY: base64 }).masterKey?.toString('hex')).toBe(MASTER_KEY);
});

test('outside production only this machine can reach the service', () => {
  expect(readConfig({}).host).toBe('127.0.0.1');
});

test('a start on PostgreSQL without a master key is refused', () => {
  const DATABASE_URL = 'postgres://ada:secret@db.example.com/bank';
  expect(startError({ DATABASE_URL })).toMatch(/^MASTER_KEY is required with PostgreSQL/);
  expect(startError({ DATABASE_URL, MASTER_KEY })).toBeUndefined();
});

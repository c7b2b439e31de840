import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { environmentSchema } from '../../src/config/environment.ts';
import { StartError } from '../../src/config/start-error.ts';
import { canRun, describeMissingDriver } from '../../src/requirements.ts';

describe('settings', () => {
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
    [
      'MASTER_KEY',
      'short',
      '0123',
      `${MASTER_KEY}0`,
      'g'.repeat(64),
      `${'A'.repeat(43)}`,
      `${'A'.repeat(44)}`,
    ],
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

  test('a blank name of the service differs from none', () => {
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

  test('a port that nobody knows yet needs an address for payment links', () => {
    expect(startError({ PORT: '0' })).toMatch(/^PORT=0 needs PUBLIC_URL[^\n]+\.$/);
    expect(startError({ PORT: '0', PUBLIC_URL: 'http://localhost' })).toBeUndefined();
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
});

describe('settings table', () => {
  const PAGE = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');

  interface Row {
    readonly name: string;
    readonly defaults: string;
    readonly form: string;
    readonly meaning: string;
  }

  const ROWS = [...PAGE.matchAll(/^\| `([A-Z_]+)` \|(.*?)\| (.*?) \| (.*) \|$/gm)].map(
    ([, name = '', defaults = '', form = '', meaning = '']): Row => ({
      name,
      defaults: defaults.trim(),
      form,
      meaning,
    }),
  );

  /** Their defaults follow from other settings, or are made. */
  const DERIVED = ['HOST', 'PUBLIC_URL', 'MASTER_KEY'];

  const variables: Readonly<
    Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>
  > = environmentSchema.shape;

  /** Reads the value of a variable as the service does. */
  function read(name: string, value: unknown) {
    const variable = variables[name] ?? expect.fail(`the service has no variable ${name}`);
    return variable.safeParse(value);
  }

  const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

  test('the table of settings has every variable of the service once, and no other', () => {
    expect(ROWS.map(({ name }) => name).sort()).toEqual(Object.keys(variables).sort());
  });

  test.each(ROWS.filter(({ name }) => !DERIVED.includes(name)))(
    'the default of $name is the one that the service takes',
    ({ name, defaults }) => {
      const [value] = quoted(defaults);
      const taken = read(name, undefined).data;
      if (value === undefined)
        expect(taken === undefined || (Array.isArray(taken) && taken.length === 0)).toBe(true);
      else expect(read(name, value).data).toEqual(taken);
    },
  );

  test('the address to listen on is the one of the table, in production too', () => {
    const row = ROWS.find(({ name }) => name === 'HOST');
    const production = {
      NODE_ENV: 'production',
      MASTER_KEY: '5e'.repeat(32),
      PUBLIC_URL: 'https://a.example',
    };
    expect(quoted(row?.defaults ?? '')).toEqual([readConfig({}).host, readConfig(production).host]);
    for (const name of ['MASTER_KEY', 'PUBLIC_URL'])
      expect(ROWS.find((one) => one.name === name)?.meaning).toMatch(/Required in production/);
  });

  const NUMBERS = /^(\d+) to (\d+)\b/;

  test.each(ROWS)('$name takes the values of its form, and none beyond them', ({ name, form }) => {
    const accepts = (value: string) => read(name, value).success;
    const [, min, max] = NUMBERS.exec(form) ?? [];
    if (min !== undefined && max !== undefined && !form.includes('characters')) {
      expect([min, max].map(accepts)).toEqual([true, true]);
      expect([String(Number(max) + 1), '1.5', 'x'].map(accepts)).toEqual([false, false, false]);
      if (Number(min) > 0) expect(accepts(String(Number(min) - 1))).toBe(false);
    } else if (form.startsWith('a duration')) {
      expect(['90s', '60', '1h', 'x', '0s'].map(accepts)).toEqual([true, true, true, false, false]);
      const [longest] = quoted(form);
      expect(accepts(longest ?? '400d')).toBe(true);
      if (longest !== undefined) expect(accepts(`${Number.parseInt(longest, 10) * 86_400 + 1}`)).toBe(false);
    } else if (form.startsWith('`')) {
      expect(quoted(form).map(accepts)).not.toContain(false);
      // This one is read by others too, who take any text for no.
      if (name !== 'OTEL_SDK_DISABLED') expect(accepts('nonsense')).toBe(false);
    }
    // A setting that takes numbers alone must say which.
    else expect(accepts('7') && !accepts('x')).toBe(false);
  });
});

describe('the version of Node', () => {
  test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0'])('%s runs the service', (version) => {
    expect(canRun(version)).toBe(true);
  });

  test.each(['16.20.0', '18.20.4', '20.18.3', '21.7.0', '22.11.0'])('%s is refused', (version) => {
    expect(canRun(version)).toBe(false);
  });
});

describe('a driver of SQLite that cannot be loaded', () => {
  test.each([
    [
      "Cannot find package 'better-sqlite3' imported from /srv/dist/src/cli.js",
      'npm install better-sqlite3@12.11',
    ],
    [
      'Could not locate the bindings file. Tried:\n → /srv/build/better_sqlite3.node',
      'npm rebuild better-sqlite3',
    ],
    [
      'was compiled against a different Node.js version using\nNODE_MODULE_VERSION 108.',
      'npm rebuild better-sqlite3',
    ],
  ])('"%s" becomes one line with the cure', (message, cure) => {
    const described = describeMissingDriver(new Error(message));
    expect(described).toContain(cure);
    expect(described).not.toContain('\n');
  });

  test('is distinguished from other errors', () => {
    expect(describeMissingDriver(new Error('no such table: transactions'))).toBeUndefined();
  });
});

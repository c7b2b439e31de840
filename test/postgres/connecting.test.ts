import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPool } from '../../db/engines/postgres/connections.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { prepareSession } from '../../db/engines/postgres/prepare-session.ts';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { startPooler } from '../support/pooler.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY, SELF_SIGNED_NAME } from '../support/self-signed.ts';
import { openSyncRows } from '../support/sync-rows.ts';
import {
  databaseUrlOf,
  EMPTY_DATABASE,
  ENGINE_SETTINGS,
  giveBackDatabase,
  makeTestDatabase,
} from '../support/test-database.ts';

/** A server takes long to start on a busy machine. */
const SLOW = { timeout: 120_000 };

/** With TLS; the server of the run has none. */
let server: PostgresServer;

beforeAll(async () => {
  const tls = { certificate: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY };
  server = await startPostgresServer({ fsync: false, tls });
  await ask(server.url, `create database ${EMPTY_DATABASE}`);
  const engine = openPostgres({ url: at(server.url, EMPTY_DATABASE), lockTimeoutMs: 1000 });
  await engine.migrate();
  await engine.close();
}, SLOW.timeout);

afterAll(() => server.stop());

async function ask(url: string, sql: string): Promise<pg.QueryResult['rows']> {
  const client = await connectPostgres(url);
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** The URL of a database of a server. */
const at = (serverUrl: string, name: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/** Makes an up-to-date database without rows on a server. @returns its URL. */
async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await ask(serverUrl, `create database ${name} template ${EMPTY_DATABASE} strategy file_copy`);
  return at(serverUrl, name);
}

describe('connecting', () => {
  const folder = temporaryFolder();
  const authority = join(folder.path, 'authority.pem');

  let databaseUrl = '';

  beforeAll(async () => {
    writeFileSync(authority, SELF_SIGNED_CERTIFICATE);
    await makeTestDatabase(folder.path);
    databaseUrl = databaseUrlOf(folder.path);
  });

  afterAll(() => {
    giveBackDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  /** Starts without HTTP, as the service does. @returns the line for its operator; undefined when it starts. */
  async function startError(env: Record<string, string>): Promise<string | undefined> {
    const config = readConfig({ ...ENGINE_SETTINGS, ...env });
    return openAppContext({ config, platform: nodePlatform, migrate: true, isService: true }).then(
      async (context) => {
        await context.close();
        return undefined;
      },
      (error: Error) => error.message,
    );
  }

  const changed = (url: string, changes: Partial<Pick<URL, 'password' | 'pathname' | 'port' | 'search'>>) =>
    Object.assign(new URL(url), changes).href;

  test('the error of a refused connection names the user nowhere', async () => {
    const url = changed(databaseUrl, { password: 'not-it' });
    const { username } = new URL(url);
    const pool = openPool({ url, size: 1, applicationName: 'test' });
    const error = await pool.acquire().catch((reason: unknown) => reason);
    await pool.end();
    expect(inspect(error, { depth: 10 })).toContain('password is wrong');
    expect(inspect(error, { depth: 10 })).not.toContain(username);
  });

  describe('a start is refused with one line that says why and what helps,', () => {
    test.each<readonly [string, () => Record<string, string>, RegExp]>([
      [
        'a wrong password',
        () => ({ DATABASE_URL: changed(databaseUrl, { password: 'not-it' }) }),
        /password is wrong/,
      ],
      [
        'no such database',
        () => ({ DATABASE_URL: changed(databaseUrl, { pathname: '/none' }) }),
        /create database/,
      ],
      ['no server there', () => ({ DATABASE_URL: changed(databaseUrl, { port: '1' }) }), /no server accepts/],
      [
        'no such server',
        () => ({ DATABASE_URL: 'postgres://ada:not-it@nowhere.invalid/bank' }),
        /name of the server (is not known|cannot be resolved)/,
      ],
      [
        'a server without TLS',
        () => ({ DATABASE_URL: changed(databaseUrl, { search: '?sslmode=require' }) }),
        /no TLS, which sslmode asks for/,
      ],
      [
        'an unknown authority',
        () => ({ DATABASE_URL: changed(server.url, { search: '?sslmode=verify-full' }) }),
        /authority that is not known here.*DATABASE_CA/,
      ],
      [
        'a certificate for another name',
        () => ({ DATABASE_URL: server.url.replace('127.0.0.1', 'localhost'), DATABASE_CA: authority }),
        /certificate of the server is for another name/,
      ],
    ])('%s', async (_, env, reason) => {
      const message = (await startError(env())) ?? '';
      expect(message).toMatch(/^DATABASE_URL: postgres:\/\/[^@]+: [^\n]+$/);
      expect(message).toMatch(reason);
      expect(message).not.toMatch(/not-it|bank-password/);
    });

    test('a database of another encoding', async () => {
      await ask(server.url, "create database ascii encoding 'SQL_ASCII' template template0");
      const message = await startError({ DATABASE_URL: changed(server.url, { pathname: '/ascii' }) });
      expect(message).toMatch(/encoding of the database is SQL_ASCII; make one with/);
    });

    test('an old server', async () => {
      const rows = [{ version: 130_014, encoding: 'UTF8', isReplica: false }];
      const client = { query: async () => ({ rows }) } as unknown as pg.Client;
      await expect(
        prepareSession(client, { statementTimeoutMs: 0, lockTimeoutMs: 0, settings: {} }, 'primary'),
      ).rejects.toThrow('the server is PostgreSQL 13; the service needs 14 or newer');
    });

    test('a pooler in transaction mode', async () => {
      await using pooler = await startPooler(databaseUrl, 'transaction');
      expect(await startError({ DATABASE_URL: pooler.url })).toMatch(
        /pooler in transaction mode.*pool_mode = session/,
      );
    });
  });

  testLong('a pooler in session mode works', async () => {
    await using pooler = await startPooler(databaseUrl, 'session');
    await using service = await startTestService({ env: { DATABASE_URL: pooler.url } });
    expect((await call(service, DEPOSIT, { body: depositFields() })).status).toBe(200);
    expect((await call(service, '/readyz')).status).toBe(200);
  });

  test.each(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'])(
    'sslmode=%s means what libpq means by it',
    async (mode) => {
      const verifies = mode.startsWith('verify');
      const search = `?sslmode=${mode}${verifies ? `&sslrootcert=${encodeURIComponent(authority)}` : ''}`;
      // The certificate is for this address and not for this name.
      const host = mode === 'verify-ca' ? 'localhost' : '127.0.0.1';
      const url = changed(server.url, { search }).replace('127.0.0.1', host);
      const pool = openPool({ url, size: 1, applicationName: 'test' });
      const client = await pool.acquire();
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      client.release();
      await pool.end();
      expect(rows).toEqual([{ ssl: mode !== 'disable' && mode !== 'allow' }]);
    },
  );

  test('an authority in DATABASE_CA verifies the server, and is the whole of what TLS needs', async () => {
    expect(SELF_SIGNED_NAME).not.toBe('127.0.0.1');
    const DATABASE_URL = await makeDatabase(server.url, 'verified');
    expect(await startError({ DATABASE_URL, DATABASE_CA: authority })).toBeUndefined();
  });

  test('each connection commits to the disk, in UTF-8 and with its limits, whatever the settings of its user', async () => {
    await ask(server.url, 'create database careless');
    const url = changed(server.url, { pathname: '/careless' });
    await ask(url, 'alter database careless set synchronous_commit = off');
    await ask(url, "alter database careless set default_transaction_isolation = 'serializable'");
    await ask(url, 'alter database careless set statement_timeout = 0');
    const pool = openPool({ url, size: 1, applicationName: 'test', lockTimeoutMs: 700 });
    const client = await pool.acquire();
    const { rows } = await client.query(`
    select name, setting from pg_settings where name in ('synchronous_commit', 'default_transaction_isolation',
      'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'client_encoding') order by name`);
    client.release();
    await pool.end();
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'client_encoding UTF8',
      'default_transaction_isolation read committed',
      'idle_in_transaction_session_timeout 10000',
      'lock_timeout 700',
      'statement_timeout 10000',
      'synchronous_commit on',
    ]);
  });

  test('statements that were prepared before a migration work after it', async () => {
    const own = openPostgres({ url: databaseUrl, lockTimeoutMs: 1000 });
    const readBanks = () =>
      own.read((db) => db.selectFrom('banks').selectAll().where('id', '=', 'none').execute());
    const findBank = () => own.run('removeReasonTemplate', { id: 'none' });
    await Promise.all(Array.from({ length: 4 }, readBanks));
    await Promise.all(Array.from({ length: 4 }, findBank));
    await ask(
      databaseUrl,
      'alter table banks add column later text; alter table reason_templates add column later text',
    );
    for (let round = 1; round <= 4; round += 1) {
      expect(await readBanks()).toEqual([]);
      expect(await findBank()).toBe(false);
    }
    await own.close();
  });

  test('of several servers, the one that takes writes is used', SLOW, async () => {
    await ask(server.url, 'create database several');
    await server.restartAsReplica();
    const replica = new URL(server.url).host;
    const primary = new URL(inject('postgresUrl'));
    const own = openPostgres({ url: changed(server.url, { pathname: '/several' }), lockTimeoutMs: 1000 });
    await expect(own.schemaState()).rejects.toThrow('read-only replica');
    await own.close();
    const url = `${primary.href.replace(primary.host, `${replica},127.0.0.1:1,${primary.host}`)}?target_session_attrs=read-write`;
    const pool = openPool({ url, size: 2, applicationName: 'test' });
    for (let round = 1; round <= 3; round += 1) {
      const client = await pool.acquire();
      const { rows } = await client.query("select current_setting('port') as port");
      client.release(true);
      expect(rows).toEqual([{ port: primary.port }]);
    }
    await pool.end();
    const reading = openPool({ url: server.url, size: 1, applicationName: 'test', acceptsReplica: true });
    (await reading.acquire()).release();
    await reading.end();
    await ask(server.url, 'select pg_promote()');
  });
});

describe('dead connections', () => {
  const SLOW_MS = 120_000;
  const CONNECTIONS = 4;

  const ROUNDS = IS_LONG ? 5 : 2;

  test(
    'when the server has cut all connections at rest, no command and no read fails',
    async () => {
      const url = await makeDatabase(server.url, 'dead');
      const engine = openPostgres({ url, lockTimeoutMs: 3000 });
      // It answers while this process stands still, which so notices nothing.
      const rows = openSyncRows(url);
      const write = (key: number) => engine.run('setMetadata', { key: `cut ${key}`, value: '1' });
      const read = () => engine.read((db) => sql`select 1 from metadata, pg_sleep(0.05)`.execute(db));
      const all = (count: number) =>
        Promise.all(Array.from({ length: count }, (_, key) => [write(key), read()]).flat());
      for (let round = 0; round < ROUNDS; round += 1) {
        await all(CONNECTIONS);
        rows.exec(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bank-transfers%'",
        );
        // The first of them meet dead connections, and so would their repeats.
        await expect(all(2)).resolves.toHaveLength(4);
      }
      rows.close();
      await engine.close();
    },
    SLOW_MS,
  );

  test(
    'a service waits longer for a lock than the server does before it looks for a deadlock',
    async () => {
      const config = readConfig({
        DATABASE_URL: await makeDatabase(server.url, 'waiting'),
        MASTER_KEY: 'ab'.repeat(32),
      });
      const context = await openAppContext({ config, platform: nodePlatform, migrate: true });
      const { rows } = await context.engine.read((db) =>
        sql<{ name: string; ms: number }>`
      select name, setting::int as ms from pg_settings where name in ('lock_timeout', 'deadlock_timeout') order by name`.execute(
          db,
        ),
      );
      await context.close();
      const [deadlock, lock] = rows.map(({ ms }) => ms);
      expect(lock).toBeGreaterThanOrEqual(1.5 * (deadlock ?? 0));
    },
    SLOW_MS,
  );
});

describe('left servers', () => {
  test('dashboards do not read a server that follows no other', SLOW, async () => {
    await using service = await startTestService({ env: { DATABASE_READ_URL: server.url } });
    const detail = async () => (await call(service, '/readyz')).json.data.checks.replica.detail;
    await expect
      .poll(detail)
      .toBe('the server of DATABASE_READ_URL follows no other: dashboards read the primary');
  });

  test('an answer that is damaged on its way is a lost connection, for TLS notices it', SLOW, async () => {
    await using relay = await startPostgresRelay(await makeDatabase(server.url, 'damaged'));
    await using service = await startTestService({ env: { DATABASE_URL: `${relay.url}?sslmode=require` } });
    const body = depositFields();
    const create = () => call(service, DEPOSIT, { body });
    expect((await call(service, DEPOSIT, { body: depositFields() })).status).toBe(200);
    relay.damage(true);
    const { status, headers, json } = await create();
    expect(json.error.type).toBe('error_unavailable');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    relay.damage(false);
    await expect.poll(async () => (await create()).status).toBe(200);
  });

  // The last one: its setting stays.
  test(
    'a server that was told to take no writes is left for one that takes them, also by the session',
    SLOW,
    async () => {
      const first = await makeDatabase(server.url, 'fenced');
      const second = await makeDatabase(inject('postgresUrl'), 'fenced');
      const { host } = new URL(second);
      const both = second.replace(host, `${new URL(first).host},${host}`);
      const own = openPostgres({ url: both, lockTimeoutMs: 1000 });
      const write = () => own.run('setMetadata', { key: 'written', value: 'here' });
      const hasSession = (url: string) => async () =>
        ask(
          url,
          "select pid from pg_stat_activity where datname = 'fenced' and application_name ~ 'session$'",
        );
      await write();
      await expect.poll(hasSession(first)).toHaveLength(1);

      await ask(first, 'alter system set default_transaction_read_only = on');
      await ask(first, 'select pg_reload_conf()');
      // The server takes the setting over by and by.
      const writeThere = async () => {
        await write().catch(() => {});
        return ask(second, "select value from metadata where key = 'written'");
      };
      await expect.poll(writeThere).toHaveLength(1);
      await expect.poll(hasSession(second)).toHaveLength(1);
      await expect.poll(hasSession(first)).toEqual([]);
      await own.close();
      // Alone it would answer reads.
      const alone = openPool({ url: first, size: 1, applicationName: 'test' });
      (await alone.acquire()).release();
      await alone.end();
    },
  );
});

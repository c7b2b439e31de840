import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPool } from '../../db/engines/postgres/connections.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { call, DEPOSIT, depositFields, startTestService } from '../harness.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from '../support/self-signed.ts';

/** A server takes long to start on a busy machine. */
const SLOW = { timeout: 120_000 };

/** With TLS; that of the run has none. */
let server: PostgresServer;
beforeAll(async () => {
  const tls = { certificate: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY };
  server = await startPostgresServer({ fsync: false, tls });
}, SLOW.timeout);
afterAll(() => server.stop());

async function ask(url: string, sql: string): Promise<pg.QueryResult['rows']> {
  const client = await connectPostgres(url);
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await ask(serverUrl, `create database ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

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

test(
  'a server that was told to take no writes is left for one that takes them, also by the session',
  SLOW,
  async () => {
    const first = await makeDatabase(server.url, 'fenced');
    const second = await makeDatabase(inject('postgresUrl'), 'fenced');
    for (const url of [first, second]) {
      const engine = openPostgres({ url, lockTimeoutMs: 1000 });
      await engine.migrate();
      await engine.close();
    }
    const { host } = new URL(second);
    const both = second.replace(host, `${new URL(first).host},${host}`);
    const own = openPostgres({ url: both, lockTimeoutMs: 1000 });
    const write = () => own.run('setMetadata', { key: 'written', value: 'here' });
    const hasSession = (url: string) => async () =>
      ask(url, "select pid from pg_stat_activity where datname = 'fenced' and application_name ~ 'session$'");
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

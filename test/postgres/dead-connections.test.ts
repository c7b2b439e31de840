import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { ROOT } from '../support/consumer-project.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';

const SLOW_MS = 120_000;
const CONNECTIONS = 4;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer({ fsync: false });
}, SLOW_MS);
afterAll(() => server.stop());

/** Ends all connections of the service while this process notices nothing. */
const TERMINATE = `
  import pg from 'pg';
  const client = new pg.Client(process.env.URL);
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bank-transfers%'");
  await client.end();`;

function cutAll(): void {
  const env = { ...process.env, URL: server.url };
  execFileSync(process.execPath, ['--input-type=module', '-e', TERMINATE], { cwd: ROOT, env });
}

test(
  'when the server has cut all connections at rest, no command and no read fails',
  async () => {
    const engine = openPostgres({ url: server.url, lockTimeoutMs: 3000 });
    await engine.migrate();
    const write = (key: number) => engine.run('setMetadata', { key: `cut ${key}`, value: '1' });
    const read = () => engine.read((db) => sql`select 1 from metadata, pg_sleep(0.05)`.execute(db));
    const all = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, key) => [write(key), read()]).flat());
    for (let round = 0; round < 5; round += 1) {
      await all(CONNECTIONS);
      cutAll();
      // The first of them meet dead connections, and so would their repeats.
      await expect(all(2)).resolves.toHaveLength(4);
    }
    await engine.close();
  },
  SLOW_MS,
);

test(
  'a service waits longer for a lock than the server does before it looks for a deadlock',
  async () => {
    const config = readConfig({ DATABASE_URL: server.url, MASTER_KEY: 'ab'.repeat(32) });
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

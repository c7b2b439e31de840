import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, call, MERCHANT } from '../harness.ts';
import { watchStatements } from '../support/between-statements.ts';
import { createClient } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { openRaw, writeUntilRead } from '../support/raw-connection.ts';
import { expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

/** The requests that one payment link may have open at once. */
const MAX_OPEN = 20;

const { engine, onceAfter } = watchStatements();
const service = useService({ engine, limits: LONG_LOCK_TIMEOUT });
/** Another process on the database. */
let other: pg.Client;
beforeAll(async () => {
  other = await connectPostgres(service().databasePath);
});
afterAll(() => other.end());

async function waitingSessions(): Promise<number> {
  await other.query('select pg_stat_clear_snapshot()');
  const { rows } = await other.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

test('an entry of the blacklist that another process removes while it is added again is there afterwards', async () => {
  const { db, runtime } = service().dependencies;
  const add = () =>
    db.run('addToBlacklist', {
      entry: {
        id: runtime.newId(),
        clientId: null,
        kind: 'userId',
        value: 'somebody',
        reason: null,
        createdAtMs: runtime.nowMs(),
      },
    });
  const { id } = await add();
  let removed: Promise<unknown> | undefined;
  onceAfter(/^insert into "blacklist"/, async () => {
    removed = other.query('delete from blacklist where id = $1', [id]);
    // It has ended, or waits for the command.
    const waits = async () => {
      const asking = await connectPostgres(service().databasePath);
      const { rows } = await asking.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await asking.end();
      return rows.length;
    };
    await Promise.race([removed, expect.poll(waits, { interval: 5 }).toBe(1)]);
  });
  const again = await add();
  await removed;
  expect(again.id).not.toBe(id);
  expect(await db.query('listBlacklist', { limit: 5 })).toMatchObject([{ id: again.id }]);
});

test('payers who leave before they are known take no place of their link', async () => {
  const { token } = await createPayable(service());
  const target = `/trpc/payments.get`;
  await other.query('begin');
  await other.query('lock table transactions in access exclusive mode');
  const connections = await Promise.all(Array.from({ length: MAX_OPEN }, () => openRaw(service())));
  for (const connection of connections)
    await writeUntilRead(
      connection,
      `GET ${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
  await expect.poll(waitingSessions, { interval: 5 }).toBeGreaterThan(0);
  for (const { socket } of connections) socket.resetAndDestroy();
  await Promise.all(connections.map(({ closed }) => closed));
  // The service has read of their ends when it answers to others.
  for (let times = 0; times < 3; times += 1) await fetch(`${service().url}/healthz`);
  await other.query('commit');
  await expect.poll(waitingSessions, { interval: 5 }).toBe(0);
  for (let times = 0; times < 3; times += 1)
    expect((await payerCall(service(), 'payments.get', { token })).status).toBe(200);
});

test('a key that nobody has is looked up once, until somebody has it', async () => {
  const stranger = { appKey: 'not-yet-known', secret: MERCHANT.secret };
  const ask = () => call(service(), '/v1/available-banks', { as: stranger });
  expectFailure(await ask(), 'error_site_not_found');
  await other.query('begin');
  await other.query('lock table clients in access exclusive mode');
  const answer = ask();
  const first = await Promise.race([
    answer,
    expect
      .poll(waitingSessions, { interval: 5 })
      .toBe(1)
      .then(() => undefined),
  ]);
  await other.query('commit');
  await answer;
  expect(first?.status).toBe(404);
  const known = await createClient(service(), stranger);
  expect((await call(service(), '/v1/available-banks', { as: known })).status).toBe(200);
  expect((await call(service(), '/v1/available-banks', { as: ADMIN })).status).toBe(200);
});

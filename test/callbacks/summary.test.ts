import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Credentials, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { settleOne } from '../support/single-callback.ts';
import { onPostgres } from '../support/test-database.ts';

const VIEWER: Credentials = { appKey: 'summary-viewer', secret: 'summary-viewer-secret' };

async function summary(service: ManualClockService, as = OPERATOR): Promise<Json[]> {
  return expectData(await service.ask('/v1/callbacks/summary', { as })).items;
}

async function failed(service: ManualClockService, query: string, as = OPERATOR): Promise<Json> {
  return expectData(await service.ask(`/v1/callbacks/failed?${query}`, { as }));
}

test('each client is listed with what waits, what was given up and the last error; one without either is not', async () => {
  await using gone = await startReceiver({ respond: status(410) });
  await using busy = await startReceiver({ respond: status(503) });
  await using good = await startReceiver();
  await using service = await startWithoutTimers();
  const givenUp = await service.merchantOf(gone);
  const waiting = await service.merchantOf(busy);
  for (const merchant of [givenUp, givenUp, waiting, await service.merchantOf(good)])
    await settleOne(service, merchant);
  expect(await summary(service)).toEqual([
    expect.objectContaining({ appKey: givenUp.appKey, waiting: 0, failed: 2, lastError: 'HTTP 410' }),
    expect.objectContaining({ appKey: waiting.appKey, waiting: 1, failed: 0, lastError: 'HTTP 503' }),
  ]);
  const body = { appKey: givenUp.appKey };
  gone.respondWith(status(200));
  expect(expectData(await service.ask('/v1/callbacks/redeliver-failed', { body })).count).toBe(2);
  await service.callbackWorker.idle();
  expect((await summary(service)).map(({ appKey }) => appKey)).toEqual([waiting.appKey]);
  await expectAgreement(service.databasePath);
});

test('what was given up of a client is listed newest first, with the last error, page by page', async () => {
  await using receiver = await startReceiver({ respond: status(410) });
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.unshift(await settleOne(service, merchant));
    service.clock.advance(1000);
  }
  const query = `appKey=${merchant.appKey}&limit=2`;
  const first = await failed(service, query);
  const second = await failed(service, `${query}&after=${first.nextCursor}`);
  const items = [...first.items, ...second.items];
  expect(items.map(({ transactionId }: Json) => transactionId)).toEqual(ids);
  expect(items[0]).toMatchObject({ change: 'settle', status: 'successful', lastError: 'HTTP 410' });
  expect([first.nextCursor, second.nextCursor]).toEqual([items[1].eventId, null]);
});

test('a viewer reads what failed and why, but no answer of a receiver, and cannot redeliver', async () => {
  await using receiver = await startReceiver({ respond: status(410, {}, 'our account 4711 is closed') });
  await using service = await startWithoutTimers();
  await createClient(service, { ...VIEWER, role: 'viewer' });
  const merchant = await service.merchantOf(receiver);
  const transactionId = await settleOne(service, merchant);
  const query = `appKey=${merchant.appKey}`;
  expect((await failed(service, query)).items[0].lastAnswer).toBe('our account 4711 is closed');
  expect((await failed(service, query, VIEWER)).items[0]).toMatchObject({
    lastError: 'HTTP 410',
    lastAnswer: null,
  });
  const attempts = `/v1/callback-attempts?transactionId=${transactionId}`;
  expect(expectData(await service.ask(attempts, { as: VIEWER })).items[0].answer).toBeNull();
  const { eventId } = (await failed(service, query)).items[0];
  expectFailure(
    await service.ask(`/v1/events/${eventId}/redeliver`, { as: VIEWER, body: {} }),
    'not_authorized',
  );
  expectFailure(await service.ask('/v1/callbacks/summary', { as: merchant }), 'not_authorized');
});

test('so many callbacks that they are counted in several pieces are each counted once', async () => {
  await using service = await startWithoutTimers();
  const clients = [await createClient(service), await createClient(service)];
  const idOf = async ({ appKey }: Credentials) =>
    (await service.dependencies.clients.findByAppKey(appKey))?.id;
  await withDatabase(service.databasePath, (db) =>
    db.connection().execute(async (one) => {
      if (!onPostgres) await sql`pragma foreign_keys = off`.execute(one);
      for (const [index, client] of clients.entries())
        for (const [state, count] of [
          ['pending', 10_000],
          ['failed', 12_345 + index],
        ] as const) {
          const id = sql.lit((await idOf(client)) ?? '');
          await sql`
            insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
            with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
            select ${sql.lit(state)} || ${id} || i, ${id}, cast(100000 + i as text), 2, ${sql.lit(state)}, 0 from n
          `.execute(one);
        }
    }),
  );
  expect(await summary(service)).toMatchObject([
    { appKey: clients[1]?.appKey, waiting: 10_000, failed: 12_346 },
    { appKey: clients[0]?.appKey, waiting: 10_000, failed: 12_345 },
  ]);
});

test('an unknown client has a clear error', async () => {
  await using service = await startWithoutTimers();
  const error = expectFailure(
    await service.ask('/v1/callbacks/failed?appKey=nobody'),
    'error_site_not_found',
  );
  expect(error.fields[0].path).toBe('appKey');
});

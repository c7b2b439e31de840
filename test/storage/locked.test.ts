import { expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  startTestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { IS_LONG } from '../support/long.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';

const CREATES = IS_LONG ? 20 : 8;
/** Each wave of creates waits for the lock as long as a request may: a second, and longer on PostgreSQL. */
const WAVES = IS_LONG ? 3 : 2;

test('while another process holds the write lock, writes get 503, reads and health checks work, and no restart is needed', async () => {
  using folder = temporaryFolder();
  await using service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
  const stored = expectData(await call(service, DEPOSIT, { body: depositFields() }));
  const refused: { target: string; body: Record<string, string> }[] = [];
  let readsBeforeRefusals = 0;

  await using holder = await startLockHolder(service.databasePath);
  for (let wave = 0; wave < WAVES; wave += 1) {
    const creates = Array.from({ length: CREATES }, (_, index) =>
      index % 2 ? { target: DEPOSIT, body: depositFields() } : { target: WITHDRAW, body: withdrawalFields() },
    );
    let responded = 0;
    const responses = creates.map(async ({ target, body }): Promise<ApiResponse> => {
      const response = await call(service, target, { body });
      responded += 1;
      return response;
    });
    for (const path of ['/healthz', '/readyz']) expect((await fetch(service.url + path)).status).toBe(200);
    const read = await call(service, `/v1/transactions/${stored.transactionId}`);
    expect(expectData(read).transactionId).toBe(stored.transactionId);
    if (responded === 0) readsBeforeRefusals += 1;
    for (const response of await Promise.all(responses)) {
      expectFailure(response, 'error_unavailable');
      expect(response.headers.get('retry-after')).toBe('1');
    }
    refused.push(...creates);
  }
  // A service that blocks on the lock would answer reads only after its refusals.
  expect(readsBeforeRefusals).toBeGreaterThan(0);
  await using committed = openCommitted(service.databasePath);
  expect(await committed.transactions()).toHaveLength(1);
  await holder.release();

  const retried = await Promise.all(refused.map(({ target, body }) => call(service, target, { body })));
  for (const [index, { body }] of refused.entries()) {
    const { transactionId } = expectData(retried[index]!);
    expect((await committed.withProcessId(body.processId!)).map((row) => row.id)).toEqual([transactionId]);
  }
  expectData(await call(service, DEPOSIT, { body: depositFields() }));
});

test('while another process holds the write lock, a service starts, reads, and answers writes with 503', async () => {
  using folder = temporaryFolder();
  const first = await startTestService({ folder: folder.path });
  const stored = expectData(await call(first, DEPOSIT, { body: depositFields() }));
  await first.stop();
  await using _holder = await startLockHolder(first.databasePath);
  await using service = await startTestService({ folder: folder.path, limits: { lockMs: 50 } });
  const read = await call(service, `/v1/transactions/${stored.transactionId}`);
  expect(expectData(read).transactionId).toBe(stored.transactionId);
  expectFailure(await call(service, DEPOSIT, { body: depositFields() }), 'error_unavailable');
});

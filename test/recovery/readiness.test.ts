import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import type { Fault } from '../support/fault-cells.ts';
import { prepareFaults } from '../support/faults.ts';
import { expectData, expectFailure } from '../support/responses.ts';

const ALWAYS = 2 ** 30;

async function withFaults() {
  const folder = temporaryFolder();
  const faults = prepareFaults(join(folder.path, 'test.db'));
  const service = await startTestService({ folder: folder.path, engine: faults.engine });
  return {
    faults,
    service,
    create: () => call(service, DEPOSIT, { body: depositFields() }),
    async ready() {
      const answer = await fetch(`${service.url}/readyz`);
      const { data } = (await answer.json()) as { data: { checks: { database: { detail: string } } } };
      return { status: answer.status, detail: data.checks.database.detail };
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      folder[Symbol.dispose]();
    },
  };
}

test.each<Fault>(['SQLITE_FULL', 'SQLITE_IOERR_WRITE'])(
  'while writes fail with %s, /readyz says so, and again ok once a write succeeds, without a create',
  async (fault) => {
    await using context = await withFaults();
    const { faults, create, ready } = context;
    expectData(await create());
    expect(await ready()).toMatchObject({ status: 200 });
    faults.plan({ fault, at: 1, times: ALWAYS });
    expectFailure(await create(), 'error_unavailable');
    expect(await ready()).toEqual({ status: 503, detail: expect.stringContaining(fault) });
    faults.clear();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expectData(await create());
  },
);

test('a damaged file keeps /readyz at 503 until the same write succeeds again', async () => {
  await using context = await withFaults();
  const { faults, create, ready, service } = context;
  faults.plan({ fault: 'SQLITE_CORRUPT', at: 1 });
  expectFailure(await create(), 'error_unavailable');
  await service.engine.run('setMetadata', { key: 'other', value: 'write' });
  expect(await ready()).toEqual({ status: 503, detail: expect.stringContaining('SQLITE_CORRUPT') });
  expectData(await create());
  expect(await ready()).toMatchObject({ status: 200 });
});

test('a lock that another process holds makes no service unready', async () => {
  await using context = await withFaults();
  const { faults, create, ready } = context;
  faults.plan({ fault: 'SQLITE_BUSY', at: 1 });
  expectFailure(await create(), 'error_unavailable');
  expect(await ready()).toMatchObject({ status: 200 });
});

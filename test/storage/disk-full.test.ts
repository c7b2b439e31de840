import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  startTestService,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openCommitted, type StoredRow } from '../support/committed-rows.ts';
import { prepareFaults } from '../support/faults.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { hasSmallDisk, onSmallDisk, smallDiskOf } from '../support/small-disk.ts';
import { onPostgres } from '../support/test-database.ts';

const WORKERS = 16;
const REFUSALS = 40;
const MAX_CREATES = 20_000;

interface Created {
  readonly fields: Record<string, string>;
  readonly response: ApiResponse;
}

/** Creates until enough creates were refused. @returns those that were stored, and those that were refused. */
async function createUntilFull(service: { readonly url: string }) {
  const stored: Created[] = [];
  const refused: Created[] = [];
  const work = async () => {
    while (refused.length < REFUSALS && stored.length < MAX_CREATES) {
      const fields = depositFields({ name: 'N'.repeat(200), userName: 'u'.repeat(200) });
      const response = await call(service, DEPOSIT, { body: fields });
      (response.status === 200 ? stored : refused).push({ fields, response });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { stored, refused };
}

function expectRefusals(refused: readonly Created[]): void {
  expect(refused.length).toBeGreaterThanOrEqual(REFUSALS);
  for (const { response } of refused) {
    expectFailure(response, 'error_unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
  }
}

/** Repeats refused creates. */
async function retry(service: { readonly url: string }, refused: readonly Created[]): Promise<Created[]> {
  const work = refused.map(async ({ fields }) => ({
    fields,
    response: await call(service, DEPOSIT, { body: fields }),
  }));
  return Promise.all(work);
}

/** Asserts that exactly the acknowledged creates are stored, and that the file is not damaged. */
async function expectStored(databasePath: string, acknowledged: readonly Created[]): Promise<void> {
  await using committed = openCommitted(databasePath);
  const expected = acknowledged.map(({ fields, response }) => [
    fields.processId,
    expectData(response).transactionId,
  ]);
  const rows = (await committed.transactions()).map((row: StoredRow) => [row.process_id, row.id]);
  expect(rows.sort()).toEqual(expected.sort());
  expect(await committed.integrity()).toBe('ok');
}

// The pages of SQLite's file are limited; a server that refuses to grow answers 53100, which every fault test has.
test.skipIf(onPostgres)(
  'when the database may not grow, creates get 503, nothing acknowledged is lost, and free space is enough to recover',
  async () => {
    using folder = temporaryFolder();
    const faults = prepareFaults(join(folder.path, 'test.db'));
    await using service = await startTestService({ folder: folder.path, engine: faults.engine });
    const first = await call(service, DEPOSIT, { body: depositFields() });
    // SQLite keeps the pages that the database has already.
    faults.limitPages(1);
    const { stored, refused } = await createUntilFull(service);
    expectRefusals(refused);
    const read = await call(service, `/v1/transactions/${expectData(first).transactionId}`);
    expect(expectData(read).transactionId).toBe(expectData(first).transactionId);

    faults.limitPages(1_000_000);
    const before = { fields: { processId: expectData(first).processId }, response: first };
    await expectStored(service.databasePath, [before, ...stored, ...(await retry(service, refused))]);
    await expectAgreement(service.databasePath);
  },
);

// The small disk is the folder of the file, where nothing of PostgreSQL is.
test.skipIf(!hasSmallDisk || onPostgres)(
  'when the disk is full, creates get 503, nothing acknowledged is lost, and free space is enough to recover',
  async () => {
    using folder = temporaryFolder();
    using copy = temporaryFolder();
    await using service = await startServiceProcess(
      folder.path,
      { LOG_LEVEL: 'warn' },
      onSmallDisk(folder.path),
    );
    const disk = smallDiskOf(service.pid, folder.path);
    disk.fill();
    const { stored, refused } = await createUntilFull(service);
    expectRefusals(refused);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);

    disk.free();
    const acknowledged = [...stored, ...(await retry(service, refused))];
    for (const name of ['test.db', 'test.db-wal']) copyFileSync(join(disk.path, name), join(copy.path, name));
    await expectStored(join(copy.path, 'test.db'), acknowledged);
    await expectAgreement(join(copy.path, 'test.db'));
  },
);

import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { BANK, banks, reset, startBankService } from '../support/bank-service.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase } from '../support/test-database.ts';
import { callAlone, untilReplaced, workersOf } from '../support/worker-processes.ts';

/** Several processes take long to start on a busy machine. */
const SLOW = { timeout: 240_000 };
/** After failures the primary asks again in growing intervals. */
const PATIENCE = { timeout: 200_000, interval: 50 };
const SOON = { timeout: 30_000, interval: 50 };
const WORKERS = 2;

test('workers that open the database while the list of banks changes have the new one', SLOW, async () => {
  using folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  const databaseUrl = databaseUrlOf(folder.path);
  const relay = await startPostgresRelay(databaseUrl);
  // It fails at first, so that it is asked again soon; once it has answered, never.
  await using bankService = await startBankService(reset);
  try {
    await using service = await startServiceProcess(folder.path, {
      WORKERS: String(WORKERS),
      AVAILABLE_BANKS_URL: bankService.url,
      AVAILABLE_BANKS_REFRESH: '1d',
      DATABASE_URL: relay.url,
    });
    const old = workersOf(service);
    // A worker reads the copy of the list after its first question to the primary.
    const goOn = relay.holdAt('from "bank_copies"');
    for (const pid of old) process.kill(pid, 'SIGKILL');
    await untilReplaced(service, WORKERS, old);
    await vi.waitFor(() => expect(relay.heldCount).toBe(WORKERS), PATIENCE);
    bankService.behave(banks(BANK));
    const copies = () =>
      withDatabase(databaseUrl, (db) => db.selectFrom('bank_copies').select('url').execute());
    await vi.waitFor(async () => expect(await copies()).toHaveLength(1), PATIENCE);
    goOn();
    await vi.waitFor(async () => {
      for (let calls = 0; calls < 4 * WORKERS; calls += 1) {
        const [bank] = expectData(await callAlone(service, '/v1/available-banks'));
        expect(bank).toMatchObject({ name: BANK.name });
      }
    }, SOON);
  } finally {
    await relay[Symbol.asyncDispose]();
    await dropTestDatabase(folder.path);
  }
});

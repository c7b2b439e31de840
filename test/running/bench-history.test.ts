import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { fillHistory } from '../../bench/history.ts';
import { fillClients } from '../../bench/prefill.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';

/** Fills a file with the demo data, as the benchmark fills its own. @returns what `verify` has counted in it. */
async function checkFilled(fill: (database: Sqlite.Database) => void | Promise<void>) {
  using folder = temporaryFolder();
  const { databasePath, stop } = await startTestService({ folder: folder.path });
  await stop();
  const database = new Sqlite(databasePath);
  try {
    await fill(database);
  } finally {
    database.close();
  }
  return (await expectAgreement(databasePath)).checked;
}

test('a history of the benchmark is one that the service could have stored', async () => {
  const checked = await checkFilled((database) => fillHistory(database, 2000));
  expect(checked).toMatchObject({ transactions: 2000 });
  expect(checked?.events).toBeGreaterThan(1800);
  expect(checked?.events).toBeLessThan(2000);
});

test('so are the pending transactions and the waiting callbacks of the benchmark', async () => {
  const client = { appKey: 'demo-merchant', callbackUrl: 'http://127.0.0.1:9/' };
  const checked = await checkFilled((database) =>
    fillClients(database, [{ ...client, pending: 30, undelivered: 20 }]),
  );
  expect(checked).toMatchObject({ transactions: 50, events: 20, callbacks: 20 });
});

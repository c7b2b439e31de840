import { expect, test } from 'vitest';
import { call, createClock, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { eventually } from '../support/eventually.ts';
import { IS_LONG } from '../support/long.ts';
import { MINUTE_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { importHere, matchAll, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { openSyncRows } from '../support/sync-rows.ts';
import { onPostgres } from '../support/test-database.ts';

const DEPOSITS = 100;
const LINES = 4_000;

const count = (databasePath: string, rows: string) => {
  const database = openSyncRows(databasePath);
  try {
    return Number(database.prepare(`select count(*) from ${rows}`).pluck().get());
  } finally {
    database.close();
  }
};

const execute = (databasePath: string, statement: string) => {
  const database = openSyncRows(databasePath);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
};

/** Lets an import of SQLite reach its 3,100th line and never get past it. That of PostgreSQL takes long by itself. */
const NEVER_ENDING = `
  create trigger never_ending before insert on statement_lines when new.amount_minor = 3100 begin
    select count(*) from (
      with recursive counter (n) as (select 1 union all select n + 1 from counter) select n from counter
    );
  end`;

// On PostgreSQL its 4,000 lines take long, and test/reconciliation/processes.test.ts has two processes at once.
test.skipIf(onPostgres && !IS_LONG)(
  'a process that is killed in the middle of an import leaves nothing that counts, and one that is killed while it matches settles nothing twice',
  {
    timeout: 120_000,
  },
  async () => {
    using folder = temporaryFolder();
    const first = await startWithoutTimers({ folder: folder.path, clock: createClock(Date.now()) });
    const { databasePath } = first;
    const desk = await openDesk(undefined, first);
    const { iban } = desk;
    const deposits = [];
    for (let index = 0; index < DEPOSITS; index += 1) deposits.push(await desk.deposit());
    await first.stop();
    // Not before the day of the last deposit.
    const today = new Date().toISOString().slice(0, 10);
    const lines = [
      ...deposits.map(({ reference }) => ({
        amountMinor: 50_000,
        name: 'TEST USER',
        text: reference,
        date: today,
      })),
      ...Array.from({ length: LINES }, (_, index) => ({
        amountMinor: 100 + index,
        text: `x ${index}`,
        date: today,
      })),
    ];
    const file = camtOf({ iban, lines });
    if (!onPostgres) execute(databasePath, NEVER_ENDING);
    {
      await using running = await startServiceProcess(folder.path);
      const options = { as: OPERATOR, method: 'POST', body: file, sign: 'timed' } as const;
      const target = '/v1/statements?name=a';
      const sent = call(running, target, { ...options, contentType: 'application/octet-stream' });
      const lost = expect(sent).rejects.toThrow();
      await eventually(() => expect(count(databasePath, 'statement_lines')).toBeGreaterThan(1000));
      await running.kill();
      await lost;
    }
    expect(count(databasePath, "statement_files where state = 'imported'")).toBe(0);
    if (!onPostgres) execute(databasePath, 'drop trigger never_ending');
    {
      // A minute later the next import removes what is left.
      const clock = createClock(Date.now());
      await using service = await startWithoutTimers({ folder: folder.path, clock });
      expectFailure(await upload(service, file), 'error_unavailable');
      clock.advance(MINUTE_MS);
      const { file: stored } = expectData(
        await upload(service, camtOf({ iban, lines: lines.slice(0, DEPOSITS) })),
      );
      expect(stored).toMatchObject({ addedCount: DEPOSITS });
      expect(count(databasePath, 'statement_lines')).toBe(DEPOSITS);
      await importHere(service, file);
    }
    {
      await using running = await startServiceProcess(folder.path);
      await eventually(() => expect(count(databasePath, 'line_decisions')).toBeGreaterThan(0));
      await running.kill();
    }
    await using service = await startWithoutTimers({ folder: folder.path, clock: createClock(Date.now()) });
    await matchAll(service);
    const settled = await withDatabase(databasePath, (db) =>
      db.selectFrom('events').select('transaction_id').where('kind', '=', 'settle').execute(),
    );
    expect(settled).toHaveLength(DEPOSITS);
    expect(new Set(settled.map((row) => row.transaction_id)).size).toBe(DEPOSITS);
    expect(count(databasePath, "statement_lines where state = 'matched'")).toBe(DEPOSITS);
    expect(count(databasePath, "statement_lines where state = 'new'")).toBe(0);
    await expectAgreement(databasePath);
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { corruptCopy, dump } from '../support/corrupted-copy.ts';
import { TRANSACTION_CORRUPTIONS } from '../support/corruptions.ts';
import { createHistoryDatabase } from '../support/history-database.ts';
import { testOnce } from '../support/one-engine.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const MANY = 1700;

let past: Awaited<ReturnType<typeof createHistoryDatabase>>;
beforeAll(async () => {
  past = await createHistoryDatabase();
});
afterAll(() => past[Symbol.dispose]());

const LAST_WORDS = /, \d+ counters, 6 accounts, \d+ commands\.\n$/;

/** Makes a copy in which a row was settled without its event. */
const corruptRow = () => corruptCopy(past.folder, ...TRANSACTION_CORRUPTIONS[0]![1](past.history));

test('for a healthy database the report is short and the exit code 0', async () => {
  using copy = await corruptCopy(past.folder);
  const before = await dump(copy.databasePath);
  // A busy machine may have sent a callback of the past twice.
  const attempts = await withDatabase(copy.databasePath, (db) =>
    db.selectFrom('callback_attempts').select('event_id').execute(),
  );
  const { code, stdout, stderr } = await runCli(['verify'], copy);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(
    `Note: client ${past.history.merchantId} has 1 event without a callback between events with one. ` +
      'That is right if its callbackUrl was cleared for a while.\n' +
      `Everything agrees: 10 transactions, 12 events, 11 callbacks, ${attempts.length} attempts, `,
  );
  // On PostgreSQL each connection may have counters of its own.
  expect(stdout).toMatch(onPostgres ? LAST_WORDS : /, 4 counters, 6 accounts, \d+ commands\.\n$/);
  expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(await dump(copy.databasePath)).toEqual(before);
});

test('disagreements are listed with exit code 1, and nothing is changed', async () => {
  using copy = await corruptRow();
  const before = await dump(copy.databasePath);
  const { code, stdout, stderr } = await runCli(['verify'], copy);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain(
    `row-without-event: Transaction ${past.history.pendingDeposit} is successful with sequence 2, and no event says so.\n`,
  );
  expect(stdout).toContain('\n3 disagreements: 10 transactions, ');
  expect(await dump(copy.databasePath)).toEqual(before);
});

testOnce('with --json the report is one document', async () => {
  using copy = await corruptRow();
  const { pendingDeposit } = past.history;
  const seen = await runCli(['verify', '--json'], copy);
  expect(seen).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(seen.stdout)).toMatchObject({
    agrees: false,
    checked: { transactions: 10 },
    disagreements: [
      { kind: 'row-without-event', transactionId: pendingDeposit },
      { kind: 'counters' },
      { kind: 'account-use' },
    ],
    notes: [{ kind: 'events-without-callback', count: 1 }],
  });
});

// PostgreSQL refuses such a row whoever writes it, and its files are for the server to check.
test.skipIf(onPostgres)('a damaged file is reported, and nothing is changed', async () => {
  using copy = await corruptCopy(past.folder, "update callbacks set state = 'nonsense', due_at_ms = 5");
  const before = await dump(copy.databasePath);
  const { code, stdout } = await runCli(['verify'], copy);
  expect(code).toBe(1);
  expect(stdout).toContain('file: The file is damaged: CHECK constraint failed in callbacks\n');
  expect(stdout).toContain('The file is damaged: nothing else was verified.\n');
  expect(await dump(copy.databasePath)).toEqual(before);
});

testOnce('of very many disagreements the first are listed, and all are counted', async () => {
  using copy = await corruptCopy(
    past.folder,
    `
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
    insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
    select 1000000 + n, 'event ' || n, 'transaction ' || n, 'client', 2, 'settle', 'pending', 'successful', 'service', 1 from numbers`,
  );
  const { disagreements, more, text } = await copy.verify();
  expect([disagreements.length, more]).toEqual([1000, MANY - 1000]);
  expect(text).toContain(`\nand ${MANY - 1000} more.\n`);
});

import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliJson, runCli } from '../support/cli.ts';
import { breakCopy, dump } from '../support/corrupted-copy.ts';
import { OF_TRANSACTIONS } from '../support/corruptions.ts';
import { makeHistory } from '../support/transaction-history.ts';

const MANY = 1700;

let past: Awaited<ReturnType<typeof makeHistory>>;
beforeAll(async () => {
  past = await makeHistory();
});
afterAll(() => past[Symbol.dispose]());

/** A copy in which a row was settled without its event. */
const breakRow = () => breakCopy(past.databasePath, ...OF_TRANSACTIONS[0]![1](past.history));

test('a healthy database is told in a few words with exit code 0, and a repair of it changes nothing', async () => {
  using copy = breakCopy(past.databasePath);
  const before = dump(copy.databasePath);
  for (const words of [['verify'], ['verify', '--repair']]) {
    const { code, stdout, stderr } = await runCli(words, copy);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `Note: client ${past.history.merchantId} has 1 event without a callback between events with one. ` +
        'That is right if its callbackUrl was cleared for a while.\n' +
        'Everything agrees: 9 transactions, 12 events, 11 callbacks, 11 attempts, 4 counters, 6 accounts.\n',
    );
  }
  expect(dump(copy.databasePath)).toEqual(before);
});

test('what does not agree is listed with exit code 1, with what a repair does, and nothing is changed', async () => {
  using copy = breakRow();
  const before = dump(copy.databasePath);
  const { code, stdout, stderr } = await runCli(['verify'], copy);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain(
    `row-without-event: Transaction ${past.history.pendingDeposit} is successful with sequence 2, and no event says so.\n`,
  );
  expect(stdout).toMatch(/\nWhat --repair does:\nrow-without-event: writes the events that are missing, /);
  expect(stdout).toMatch(/\n2 disagreements: 9 transactions, /);
  expect(dump(copy.databasePath)).toEqual(before);
});

test('a repair says what it did with exit code 0, writes it down, and the next one finds nothing', async () => {
  using copy = breakRow();
  const { code, stdout, stderr } = await runCli(['verify', '--repair'], copy);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const kinds = ['event-added', 'callback-added', 'counters-set'];
  expect(stdout).toContain('\nRepaired, 3 changes:\n');
  for (const kind of kinds) expect(stdout).toMatch(new RegExp(`^${kind} \\S.*: .+$`, 'm'));
  expect(stdout).toMatch(/\nEverything agrees: 9 transactions, 13 events, /);
  const { repairs } = dump(copy.databasePath) as { repairs: { kind: string; detail: string }[] };
  expect(repairs.map(({ kind }) => kind)).toEqual(kinds);
  expect(JSON.parse(repairs[2]!.detail)).toEqual({
    before: expect.objectContaining({ successful_count: expect.any(Number) }),
    after: expect.objectContaining({ successful_count: expect.any(Number) }),
  });
  expect(await cliJson(copy.databasePath, 'verify', '--repair')).toMatchObject({ agrees: true, more: 0 });
  expect(dump(copy.databasePath)).toMatchObject({ repairs });
});

test('for machines it is one document', async () => {
  using copy = breakRow();
  const { pendingDeposit } = past.history;
  const seen = await runCli(['verify', '--json'], copy);
  expect(seen).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(seen.stdout)).toMatchObject({
    agrees: false,
    checked: { transactions: 9 },
    disagreements: [{ kind: 'row-without-event', transactionId: pendingDeposit }, { kind: 'counters' }],
    notes: [{ kind: 'events-without-callback', count: 1 }],
  });
  expect(await cliJson(copy.databasePath, 'verify', '--repair')).toMatchObject({
    agrees: true,
    repairCount: 3,
    repairs: [{ kind: 'event-added' }, { kind: 'callback-added' }, { kind: 'counters-set' }],
    left: { disagreements: [] },
  });
});

describe('what a repair cannot decide', () => {
  test('is left to a person, with exit code 1, and all else is mended', async () => {
    using copy = breakCopy(
      past.databasePath,
      `update events set to_status = 'unsuccessful', kind = 'reject' where transaction_id = '${past.history.waiting}'`,
      'update transaction_counters set created_count = 0',
    );
    const first = await runCli(['verify', '--repair'], copy);
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(first.stdout).toContain('\nLeft, for a person to decide:\nevent-chain: ');
    expect(first.stdout).toContain('counters-set');
    const before = dump(copy.databasePath);
    expect((await copy.verify(true)).report.repaired).toEqual({ done: [], count: 0 });
    expect(dump(copy.databasePath)).toEqual(before);
  });

  test('is a file that is damaged: it is told, and nothing is changed', async () => {
    using copy = breakCopy(past.databasePath, "update callbacks set state = 'nonsense', due_at_ms = 5");
    const before = dump(copy.databasePath);
    const { code, stdout } = await runCli(['verify', '--repair'], copy);
    expect(code).toBe(1);
    expect(stdout).toContain('file: The file is damaged: CHECK constraint failed in callbacks\n');
    expect(stdout).toContain('The file is damaged: nothing else was verified.\n');
    expect(dump(copy.databasePath)).toEqual(before);
  });
});

test('of very many disagreements the first are listed, all are counted, and all are mended', async () => {
  using copy = breakCopy(past.databasePath);
  const database = new Sqlite(copy.databasePath);
  database.pragma('foreign_keys = off');
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
    insert into events (id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
    select 'event ' || n, 'transaction ' || n, 'client', 2, 'settle', 'pending', 'successful', 'service', 1 from numbers
  `);
  database.close();
  const { report, text } = await copy.verify(true);
  expect([report.found.disagreements.length, report.found.more]).toEqual([1000, MANY - 1000]);
  expect(text).toContain(`\nand ${MANY - 1000} more.\n`);
  expect([report.repaired?.done.length, report.repaired?.count]).toEqual([1000, MANY]);
  expect(report.left?.disagreements).toEqual([]);
});

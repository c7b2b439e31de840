import { copyFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeLocation } from '../../db/engines/postgres/location.ts';
import { verdictText } from '../../src/surfaces/cli/verify.ts';
import { temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import {
  type Corruption,
  eventOf,
  insertCallback,
  TRANSACTION_CORRUPTIONS,
  UNKNOWN_ID,
} from '../support/corruptions.ts';
import { createHistoryDatabase } from '../support/history-database.ts';
import { testOnce } from '../support/one-engine.ts';
import { withDatabase } from '../support/rows-of.ts';
import { copyTestDatabase, databaseUrlOf, dropTestDatabase, onPostgres } from '../support/test-database.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

/** Lets statements of a connection write what neither constraints nor triggers would. */
const WITHOUT_GUARDS = onPostgres
  ? ['set session_replication_role = replica']
  : ['pragma foreign_keys = off', 'pragma ignore_check_constraints = on'];

/** Reads all rows of the tables that hold transactions and what follows from them. */
function dump(databasePath: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables = ['transactions', 'events', 'callbacks', 'callback_attempts'];
  return withDatabase(databasePath, async (db) => {
    const found: Record<string, readonly unknown[]> = {};
    for (const table of [...tables, 'transaction_counters', 'bank_accounts']) {
      const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(db);
      found[table] = rows;
    }
    return found;
  });
}

/** Copies the database of a folder and corrupts the copy by SQL. */
async function corruptCopy(from: string, ...statements: readonly string[]) {
  const folder = temporaryFolder();
  await copyTestDatabase(from, folder.path);
  const path = databaseUrlOf(folder.path);
  if (!onPostgres) copyFileSync(`${databaseUrlOf(from)}.master-key`, `${path}.master-key`);
  await withDatabase(path, async (db) => {
    for (const statement of WITHOUT_GUARDS) await sql.raw(statement).execute(db);
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(db);
      if (!numAffectedRows) throw new Error(`${statement} changes nothing`);
    }
  });
  return {
    databasePath: path,
    async verify() {
      const verdict = await verifyDatabaseAt(path);
      return { ...verdict, text: verdictText(verdict) };
    },
    async [Symbol.asyncDispose]() {
      await dropTestDatabase(folder.path);
      folder[Symbol.dispose]();
    },
  };
}

const setCallback = (id: string, sequence: number, values: string) =>
  `update callbacks set ${values} where event_id = ${eventOf(id, sequence)}`;

/** Corruptions of callbacks, plans and attempts. */
const CALLBACK_CORRUPTIONS: readonly Corruption[] = [
  [
    'a callback without an event',
    (h) => [insertCallback(UNKNOWN_ID, h.pendingDeposit)],
    ['callback-without-event'],
  ],
  [
    'a callback with another sequence',
    (h) => [setCallback(h.settled, 2, 'sequence = 9')],
    ['callback-differs'],
  ],
  [
    'a callback that was delivered without an attempt',
    (h) => [`delete from callback_attempts where event_id = ${eventOf(h.settled)}`],
    ['callback-untried'],
  ],
  [
    'a delivered callback that is due',
    (h) => [setCallback(h.settled, 2, 'due_at_ms = 1')],
    ['callback-done-due'],
  ],
  [
    'a failed callback that is claimed',
    (h) => [setCallback(h.givenUp, 2, "lease = 'x'")],
    ['callback-done-due'],
  ],
  [
    'a lease without an end',
    (h) => [setCallback(h.waiting, 2, "lease = 'x', due_at_ms = null")],
    ['callback-lease'],
  ],
  [
    'callbacks that wait for nothing',
    (h) => [setCallback(h.waiting, 2, 'due_at_ms = null')],
    ['callback-stalled'],
  ],
  [
    'a callback that is due together with an earlier one',
    (h) => [setCallback(h.waiting, 3, 'due_at_ms = 1')],
    ['callback-out-of-turn'],
  ],
  [
    'a plan of a transaction that does not exist',
    () => [`update planned_transitions set transaction_id = '${UNKNOWN_ID}'`],
    ['plan-without-transaction'],
  ],
  [
    'a plan of another client',
    () => ["update planned_transitions set client_id = 'another'"],
    ['plan-differs'],
  ],
  [
    'a plan that leads from another status',
    () => [`update planned_transitions set command = '{"kind":"reverse","sequence":1}'`],
    ['plan-differs'],
  ],
  [
    'an attempt without an event',
    () => [`update callback_attempts set event_id = '${UNKNOWN_ID}' where status = 500`],
    ['attempt-without-event'],
  ],
  [
    'an attempt of another transaction',
    (h) => [`update callback_attempts set transaction_id = '${h.rejected}' where status = 500`],
    ['attempt-differs'],
  ],
];

/** Corruptions of counters and of the use of accounts. */
const SUM_CORRUPTIONS: readonly Corruption[] = [
  [
    'counters that are too high',
    () => [
      'update transaction_counters set created_count = created_count + 1, settling_ms = settling_ms + 5',
    ],
    ['counters'],
  ],
  ['counters that are missing', () => ['delete from transaction_counters'], ['counters']],
  [
    'counters without transactions',
    () => [
      "insert into transaction_counters values (1, 'c', 'b', 'deposit', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
    ],
    ['counters'],
  ],
  [
    'an account that counts too much',
    () => [
      'update bank_accounts set paid_minor = paid_minor + 1, pending_minor = pending_minor + 1 where paid_minor > 0',
    ],
    ['account-use'],
  ],
  [
    'an account that counts an earlier day',
    () => ['update bank_accounts set paid_day = paid_day - 1 where paid_minor > 0'],
    ['account-use'],
  ],
  [
    'an account that counts deposits without having any',
    () => ['update bank_accounts set paid_day = 5, paid_minor = 5 where paid_minor = 0'],
    ['account-use'],
  ],
  [
    'an account that was assigned but has no place in the order',
    () => ['update bank_accounts set assigned_order = 0 where assigned_order > 0'],
    ['account-order'],
  ],
];

let past: Awaited<ReturnType<typeof createHistoryDatabase>>;
beforeAll(async () => {
  past = await createHistoryDatabase();
});
afterAll(() => past[Symbol.dispose]());

describe('verify', () => {
  const MANY = 1700;
  const LAST_WORDS = /, \d+ counters, 6 accounts, \d+ commands\.\n$/;

  /** Makes a copy in which a row was settled without its event. */
  const corruptRow = () => corruptCopy(past.folder, ...TRANSACTION_CORRUPTIONS[0]![1](past.history));

  test('for a healthy database the report is short and the exit code 0', async () => {
    await using copy = await corruptCopy(past.folder);
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
    const [name, ...lines] = stdout.trimEnd().split('\n');
    expect(name).toBe(`Database: ${onPostgres ? describeLocation(copy.databasePath) : copy.databasePath}`);
    expect(lines).toHaveLength(2);
    expect(await dump(copy.databasePath)).toEqual(before);
  });

  test('disagreements are listed with exit code 1, and nothing is changed', async () => {
    await using copy = await corruptRow();
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
    await using copy = await corruptRow();
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
    await using copy = await corruptCopy(
      past.folder,
      "update callbacks set state = 'nonsense', due_at_ms = 5",
    );
    const before = await dump(copy.databasePath);
    const { code, stdout } = await runCli(['verify'], copy);
    expect(code).toBe(1);
    expect(stdout).toContain('file: The file is damaged: CHECK constraint failed in callbacks\n');
    expect(stdout).toContain('The file is damaged: nothing else was verified.\n');
    expect(await dump(copy.databasePath)).toEqual(before);
  });

  testOnce('of very many disagreements the first are listed, and all are counted', async () => {
    await using copy = await corruptCopy(
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
});

describe('verify kinds', () => {
  const CORRUPTIONS = [...TRANSACTION_CORRUPTIONS, ...CALLBACK_CORRUPTIONS, ...SUM_CORRUPTIONS];

  testOnce.each(CORRUPTIONS)('%s is listed by its kinds', async (_title, statements, kinds) => {
    await using copy = await corruptCopy(past.folder, ...statements(past.history));
    const { disagreements, text } = await copy.verify();
    expect([...new Set(disagreements.map(({ kind }) => kind))]).toEqual(kinds);
    for (const kind of kinds) {
      const ofKind = disagreements.filter((one) => one.kind === kind);
      expect(text.match(new RegExp(`^${kind}: .*[.]$`, 'gm'))).toHaveLength(ofKind.length);
    }
    expect(text).not.toMatch(/Lovelace|Test User|Test-User|TR\d{2}|secret/i);
  });
});

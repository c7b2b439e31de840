import { CompiledQuery, Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listAttempts } from '../../db/callbacks/queries/attempts.ts';
import { summarizeCallbacks } from '../../db/callbacks/queries/callback-summary.ts';
import { openReader } from '../../db/engines/sqlite/connections.ts';
import { PlainSqliteDialect } from '../../db/engines/sqlite/dialect.ts';
import type { Database, Tables } from '../../db/tables.ts';
import { listEvents } from '../../db/transactions/queries/event-feed.ts';
import { listTransactions } from '../../db/transactions/queries/list.ts';
import { countQueue } from '../../db/transactions/queries/queue-totals.ts';
import type { PageRequest, TransactionFilter } from '../../src/transactions/store.ts';
import { useService } from '../support/shared-service.ts';
import { onPostgres } from '../support/test-database.ts';

// The plans of PostgreSQL are in postgres/plans.test.ts.
const service = useService();

/** The query plans of the statements of a read, on the service's own connection. */
async function plansOf(read: (db: Database) => Promise<unknown>): Promise<string[]> {
  const statements: CompiledQuery[] = [];
  const database = openReader(service().databasePath);
  const db = new Kysely<Tables>({
    dialect: new PlainSqliteDialect({ database }),
    log: ({ query }) => void statements.push(query),
  });
  await read(db);
  await db.destroy();
  const plans = statements.map(async ({ sql, parameters }) => {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await service().engine.read((reader) =>
      reader.executeQuery<{ detail: string }>(explain),
    );
    return rows.map(({ detail }) => detail).join('; ');
  });
  return Promise.all(plans);
}

const place = (createdAtMs: number) => ({ createdAtMs, id: '0123456789abcdef01234567' });
const times = { fromMs: 1_700_000_000_000, toMs: 1_800_000_000_000 };
const client = { clientId: 'client' };

/** The parts of a list that a request can select. */
const PARTS: readonly (readonly [string, TransactionFilter, Partial<PageRequest>])[] = [
  ['the first page', {}, {}],
  ['a page after a cursor', {}, { after: place(1_750_000_000_000) }],
  ['a page before a cursor', {}, { before: place(1_750_000_000_000), backwards: true }],
  ['a page between two cursors', {}, { after: place(1_750_000_000_000), before: place(1_740_000_000_000) }],
  ['the first page in a range of time', times, {}],
  ['a page after a cursor in a range of time', times, { after: place(1_750_000_000_000) }],
  [
    'a page before a cursor in a range of timestamps',
    times,
    { before: place(1_750_000_000_000), backwards: true },
  ],
];

const FEW_ROWS = 'sorts the few rows that it finds';

/** The index that must yield the rows, in their order by default. */
const QUERIES: readonly (readonly [string, TransactionFilter, string, string?])[] = [
  ['of everything', {}, 'transactions_by_time'],
  ['of a client', client, 'transactions_by_client'],
  ['of a user of a client', { ...client, userId: 'user' }, 'transactions_by_user'],
  ['of a user of any client', { userId: 'user' }, 'transactions_by_user', FEW_ROWS],
  ['of a process of a client', { ...client, processId: 'process' }, 'transactions_process_id'],
  ['of a process of any client', { processId: 'process' }, 'transactions_process_id', FEW_ROWS],
  ['of pending transactions', { status: 'pending' }, 'transactions_pending'],
  ['of pending transactions of a client', { ...client, status: 'pending' }, 'transactions_by_client'],
  [
    'of pending transactions of a user',
    { ...client, userId: 'user', status: 'pending' },
    'transactions_by_user',
  ],
  ['of settled transactions', { status: 'successful' }, 'transactions_by_time'],
  ['of settled transactions of a client', { ...client, status: 'successful' }, 'transactions_by_client'],
  ['of a search', { query: 'name' }, 'transactions_by_time'],
  ['of a search of a client', { ...client, query: 'name' }, 'transactions_by_client'],
  ['of deposits of a user', { ...client, userId: 'user', type: 'deposit' }, 'transactions_by_user'],
];

/** Indexes of the order alone: without a bound they are scanned from one end. */
const ORDERS = ['transactions_by_time', 'transactions_pending'];

const LISTS = QUERIES.map(([title, filter, index, sorts]) => ({ title, filter, index, sorts }));

describe.skipIf(onPostgres).each(LISTS)('a list $title uses its index', ({ filter, index, sorts }) => {
  test.each(PARTS)('%s', async (_part, range, page) => {
    const isBounded = Object.keys({ ...range, ...page }).length > 0;
    const step = isBounded || !ORDERS.includes(index) ? 'SEARCH' : 'SCAN';
    const plans = await plansOf((db) =>
      listTransactions(db, { filter: { ...filter, ...range }, page: { limit: 50, ...page } }),
    );
    if (filter.userId !== undefined)
      expect(plans.shift()).toMatch(/^SEARCH transactions USING INDEX transactions_one_pending_deposit\b/);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toMatch(new RegExp(`^${step} transactions USING (COVERING )?INDEX ${index}\\b`));
      if (sorts) continue;
      expect(plan).not.toContain('TEMP B-TREE');
      // The index reads nothing before the position; a client has one transaction per processId.
      if (isBounded && index !== 'transactions_process_id') expect(plan).toContain('created_at_ms');
    }
  });
});

const EXACT: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an amount',
    '1.250,50',
    ['transactions_pending', 'transactions_ended_amount', 'transactions_final_amount'],
  ],
  ['the end of an IBAN', '0000841326', ['transactions_pending', 'transactions_ended_iban']],
  ['a whole IBAN', 'TR330006100519786457841326', ['transactions_pending', 'transactions_ended_iban']],
  ['a reference', '2222-2222', ['INTEGER PRIMARY KEY']],
  ['a transactionId', '0123456789abcdef01234567', ['sqlite_autoindex_transactions_1']],
  ['a processId or userId', '4711', ['transactions_process_id', 'transactions_by_user']],
];

describe.skipIf(onPostgres).each(EXACT)('a query of %s', (_title, query, indexes) => {
  test.each([{}, client, { status: 'pending' }, { ...client, type: 'deposit', minAmountMinor: 5 }] as const)(
    'reads only what indexes give it, with the filter %j',
    async (filter) => {
      const plans = await plansOf((db) =>
        listTransactions(db, { filter: { query, ...filter }, page: { limit: 50 } }),
      );
      const wanted = indexes.filter((index) => !('status' in filter) || !index.includes('_ended_'));
      if (!('status' in filter)) for (const index of wanted) expect(plans.join('\n')).toContain(index);
      for (const plan of plans.filter((one) => one.includes(' transactions'))) {
        // A scan of the pending ones alone.
        if (/^SCAN transactions USING (COVERING )?INDEX transactions_pending\b/.test(plan)) continue;
        expect(plan).toMatch(/^SEARCH transactions USING ((COVERING )?INDEX |INTEGER PRIMARY KEY)/);
        expect(plan).not.toContain('transactions_by_time');
        expect(plan).not.toContain('transactions_by_client');
      }
    },
  );
});

const LISTED_BY = [
  ['how they ended', { reason: ['expired', 'reversed'] }, 'transactions_unsuccessful'],
  ['late ones', { isLate: true }, 'transactions_late'],
  ['late ones of a client', { ...client, isLate: true }, 'transactions_late'],
] as const;

test.skipIf(onPostgres).each(LISTED_BY)('a list of %s uses its index', async (_title, filter, index) => {
  const plans = await plansOf((db) => listTransactions(db, { filter, page: { limit: 50 } }));
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  }
});

const MOVED = { movedFromMs: times.fromMs, movedToMs: times.toMs } as const;

test
  .skipIf(onPostgres)
  .each([
    {},
    client,
    { status: 'successful', type: 'deposit', minAmountMinor: 5 },
    { query: 'name' },
  ] as const)(
  'what moved on an account is read by the index of what moved, with the filter %j',
  async (more) => {
    const filter = { ...more, ...MOVED, movedAccountId: 'account' };
    const plans = await plansOf((db) => listTransactions(db, { filter, page: { limit: 50 } }));
    const [count = '', plan = '', ...others] = plans.filter((one) => one.includes(' transactions'));
    expect(others).toEqual([]);
    const counted = count.split('; ').filter((step) => step.includes(' transactions'));
    expect(counted).toHaveLength(2);
    for (const step of counted)
      expect(step).toMatch(/INDEX transactions_moved \(bank_account_id=\? AND updated_at_ms>\?\)/);
    const steps = plan.split('; ');
    const searches = steps.filter((step) => /^(SEARCH|SCAN) /.test(step));
    expect(searches[0]).toMatch(/^SEARCH transactions USING INDEX sqlite_autoindex_transactions_1 \(id=\?\)/);
    for (const step of searches) expect(step).not.toMatch(/^SCAN (?!(m|found|deposits|withdrawals)$)/);
    const moved = steps.filter((step) => step.includes('transactions_moved'));
    expect(moved).toHaveLength(2);
    for (const step of moved) expect(step).toContain('(bank_account_id=? AND updated_at_ms>?)');
  },
);

test.skipIf(onPostgres)('what moved on any account is looked for from the newest that can have', async () => {
  for (const filter of [MOVED, { ...MOVED, ...client }]) {
    const plans = await plansOf((db) => listTransactions(db, { filter, page: { limit: 50 } }));
    const index = 'clientId' in filter ? 'transactions_by_client' : 'transactions_by_time';
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toContain(index);
      expect(plan).toContain('created_at_ms<?');
      expect(plan).not.toContain('TEMP B-TREE');
    }
  }
});

test.skipIf(onPostgres)(
  'the totals of the queue read one index of pending transactions and no rows',
  async () => {
    const filter = {
      ...client,
      bankId: 'b',
      accountId: 'a',
      type: 'deposit',
      isSent: true,
      minAmountMinor: 5,
    } as const;
    for (const plan of await plansOf((db) => countQueue(db, filter)))
      expect(plan).toMatch(/^(SCAN|SEARCH) transactions USING COVERING INDEX transactions_pending\b/);
  },
);

describe.skipIf(onPostgres)(
  'the events and attempts of one transaction are read by its index, however many its client has:',
  () => {
    const transaction = { transactionId: '0123456789abcdef01234567' };
    const ATTEMPTS = { ...transaction, eventId: '0123456789abcdef01234568' };

    test.each([transaction, { ...client, ...transaction }])('events of %o', async (filter) => {
      const plans = await plansOf((db) => listEvents(db, { filter, page: { limit: 50 } }));
      expect(plans).toEqual([expect.stringMatching(/^SEARCH events USING INDEX events_of_transaction\b/)]);
    });

    test.each([
      [transaction, {}],
      [{ ...client, ...transaction }, {}],
      [{ ...client, ...ATTEMPTS }, { after: 7 }],
    ])('attempts of %o after %o', async (filter, page) => {
      const plans = await plansOf((db) => listAttempts(db, { filter, page: { limit: 50, ...page } }));
      expect(plans).toEqual([
        expect.stringMatching(/^SEARCH callback_attempts USING INDEX callback_attempts_of_transaction\b/),
      ]);
    });
  },
);

test.skipIf(onPostgres)(
  'the callbacks of each client are counted from indexes without those that were delivered',
  async () => {
    const plans = await plansOf((db) => summarizeCallbacks(db, {}));
    for (const index of ['callbacks_pending', 'callbacks_failed'])
      expect(plans.join('; ')).toContain(`COVERING INDEX ${index}`);
  },
);

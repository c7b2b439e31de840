import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAttempts } from '../../db/callbacks/queries/attempts.ts';
import { summarizeCallbacks } from '../../db/callbacks/queries/callback-summary.ts';
import { findOutages } from '../../db/callbacks/queries/outages.ts';
import type { Database } from '../../db/tables.ts';
import { listEvents } from '../../db/transactions/queries/event-feed.ts';
import { listTransactions } from '../../db/transactions/queries/list.ts';
import { countQueue } from '../../db/transactions/queries/queue-totals.ts';
import { readStatistics } from '../../db/transactions/queries/statistics.ts';
import type { PageRequest, TransactionFilter } from '../../src/transactions/store.ts';
import { explain } from '../support/explained.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

const START_MS = Date.parse('2026-11-01T00:00:00Z');
const ROWS = 30_000;

/**
 * Stores so many transactions of one month on PostgreSQL that reading all of them costs more than any index. Databases
 * of earlier versions take them too.
 */
const INSERT_MANY = sql`
  insert into transactions (id, client_id, process_id, type, status, ended_as, bank_id, bank_name, currency,
    amount_minor, final_amount_minor, user_id, user_name, name, converted_name, bank_account_id, account_name, iban,
    iban_normalized, pay_token, sequence, created_at_ms, updated_at_ms, expires_at_ms, sent_at_ms, reference)
  select lpad(to_hex(${START_MS / 1000} + i), 8, '0') || lpad(to_hex(i), 16, '0'), 'client-' || i % 20,
    'process-' || i, case when i % 2 = 0 then 'deposit' else 'withdrawal' end, status,
    case when status = 'unsuccessful' then (array['expired', 'cancelled', 'rejected', 'reversed'])[1 + i / 10 % 4] end,
    'bank-' || i % 3, 'Bank', 'TRY', 100 + i * 37 % 50000, 100 + i * 37 % 50000 + case when i % 90 = 0 then 1 else 0 end,
    'user-' || case when status = 'pending' then i else i % 6000 end, 'user', 'Ada Lovelace', 'ada-lovelace', case when i % 2 = 0 then 'account-' || i % 6 end,
    'Ada', 'TR00', case when i % 2 = 1 then 'TR3300061005197864' || 57000000 + i * 7 % 9000 end,
    'token', 2, ${START_MS} + i * 1000::bigint, ${START_MS} + i * 1000::bigint, null, null,
    case when i % 2 = 0 then 'R' || lpad(i::text, 7, '0') end
  from (select i, case when i % 100 < 2 and i % 40 > 0 then 'pending' when i % 10 = 3 then 'unsuccessful'
    else 'successful' end as status from generate_series(1, ${sql.lit(ROWS)}) as i) as numbers`;

const service = useService();

const EVENTS = sql`
  insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
  select number, 'e' || substr(id, 2), id, client_id, 2, 'settle', 'pending', status, 'operator', updated_at_ms
  from transactions where status <> 'pending'`;

const ATTEMPTS = sql`
  insert into callback_attempts (event_id, transaction_id, client_id, started_at_ms, duration_ms, status)
  select id, transaction_id, client_id, occurred_at_ms, 5, case when sequence % 10 = 0 then 500 else 204 end from events`;

beforeAll(async () => {
  await withDatabase(service().databasePath, (db) =>
    db.connection().execute(async (connection) => {
      // All rows are counted, and what earlier files of the run left in the database is gone: both change plans.
      const exact = sql`set default_statistics_target = 2000`;
      for (const statement of [INSERT_MANY, EVENTS, ATTEMPTS, exact, sql`vacuum (full, analyze)`])
        await statement.execute(connection);
    }),
  );
});

const TRANSACTION_ID = (START_MS / 1000 + 5).toString(16).padStart(8, '0') + '5'.padStart(16, '0');

const explained = (read: (db: Database) => Promise<unknown>) => explain(service().databasePath, read);

/** Only tables that stay small may be read from one end to the other. */
const SMALL = [
  'planned_transitions',
  'clients',
  'bank_accounts',
  'metadata',
  'callbacks',
  'transaction_counters',
  // Empty here.
  'statement_lines',
  'payout_rows',
];

async function indexesOf(read: (db: Database) => Promise<unknown>, canSort = false): Promise<string[]> {
  const plans = await explained(read);
  expect(plans.length).toBeGreaterThan(0);
  for (const { statement, scanned, sorts, indexes } of plans) {
    expect(
      scanned.filter((table) => !SMALL.includes(table)),
      statement,
    ).toEqual([]);
    if (!canSort && indexes.length > 0) expect(sorts, statement).toBe(false);
  }
  return [...new Set(plans.flatMap(({ indexes }) => indexes))];
}

const middle = { createdAtMs: START_MS + (ROWS / 2) * 1000, id: '0' };
const client = { clientId: 'client-7' };
const times = { fromMs: START_MS + 5_000_000, toMs: START_MS + 25_000_000 };

const PAGES: readonly (readonly [string, TransactionFilter, Partial<PageRequest>])[] = [
  ['the first page', {}, {}],
  ['a page after a cursor', {}, { after: middle }],
  ['a page before a cursor', {}, { before: middle, backwards: true }],
  ['a page in a range of time', times, { after: middle }],
];

/** The index that must give the rows in their order. */
const ORDERED: readonly (readonly [string, TransactionFilter, string])[] = [
  ['of everything', {}, 'transactions_by_time'],
  ['of a client', client, 'transactions_by_client'],
  ['of late ones', { isLate: true }, 'transactions_late'],
];

describe.each(ORDERED)('a list %s is read in the order of its index', (_of, filter, index) => {
  test.each(PAGES)('%s', async (_part, range, page) => {
    const indexes = await indexesOf((db) =>
      listTransactions(db, { filter: { ...filter, ...range }, page: { limit: 50, ...page } }),
    );
    expect(indexes).toEqual([index]);
  });
});

/** The index that gives the few rows, which may be sorted. */
const FEW: readonly (readonly [string, TransactionFilter, readonly string[]])[] = [
  ['what is pending', { status: 'pending' }, ['transactions_pending']],
  ['what ended in a way', { reason: ['expired'] }, ['transactions_unsuccessful']],
  ['a user of a client', { ...client, userId: 'user-7' }, ['transactions_by_user']],
  ['a user of any client', { userId: 'user-7' }, ['transactions_by_user']],
  ['a process of a client', { ...client, processId: 'process-7' }, ['transactions_process_id']],
  ['a process of any client', { processId: 'process-7' }, ['transactions_process_id']],
  ['an amount', { query: '19,36' }, ['transactions_ended_amount', 'transactions_final_amount']],
  ['the end of an IBAN', { query: '7001' }, ['transactions_ended_iban']],
  ['a reference', { query: '2222-2222' }, ['transactions_by_number']],
  ['a transactionId', { query: TRANSACTION_ID }, ['transactions_pkey']],
  [
    'what moved on an account',
    { movedAccountId: 'account-2', movedFromMs: START_MS + (ROWS - 500) * 1000 },
    ['transactions_moved', 'transactions_pkey'],
  ],
];

describe('a list reads the few rows of', () => {
  test.each(FEW)('%s', async (_of, filter, wanted) => {
    const indexes = await indexesOf((db) => listTransactions(db, { filter, page: { limit: 50 } }), true);
    for (const index of wanted) expect(indexes).toContain(index);
    // A look-up that finds nothing goes on with a search.
    if (filter.query === undefined) expect(indexes).not.toContain('transactions_by_time');
  });
});

/** A client of few rows has them in another order as well. */
const OF_CLIENT = /^transactions_(by_client|process_id|unsuccessful)$/;

test.each<[string, TransactionFilter, RegExp]>([
  ['of a search', { query: 'ada' }, /^transactions_by_time$/],
  ['of a search of a client', { ...client, query: 'nobody' }, OF_CLIENT],
  ['of settled ones', { status: 'successful' }, /^transactions_by_time$/],
  ['of the deposits of a bank', { type: 'deposit', bankId: 'bank-1' }, /^transactions_by_time$/],
  ['of amounts', { minAmountMinor: 300, maxAmountMinor: 400 }, /^transactions_by_time$/],
  ['of rejected ones of a client', { ...client, reason: ['rejected'] }, OF_CLIENT],
])('a scan %s looks at pieces of an index', async (_of, filter, wanted) => {
  // The two thousand rows of a piece may be sorted.
  for (const after of [undefined, middle]) {
    const page = { limit: 50, after };
    const indexes = await indexesOf((db) => listTransactions(db, { filter, page }), true);
    expect(indexes.length).toBeGreaterThan(0);
    for (const index of indexes) expect(index).toMatch(wanted);
  }
});

test('the totals of the queue read the index of pending transactions', async () => {
  const filter = { bankId: 'bank-1', minAmountMinor: 5 };
  const indexes = await indexesOf((db) => countQueue(db, filter), true);
  expect(indexes).toEqual(['transactions_pending']);
});

test('statistics of a quarter read counters, the clients with test keys, and no transaction', async () => {
  const query = { groupBy: 'day', fromDay: 20_700, toDay: 20_791, clientId: undefined } as const;
  const plans = await explained((db) => readStatistics(db, query));
  for (const { indexes, scanned } of plans)
    for (const name of [...indexes, ...scanned]) expect(name).toMatch(/^(transaction_counters|clients)/);
});

test('the feed and the attempts are read in the order of an index', async () => {
  const page = { limit: 50 };
  const transaction = { transactionId: TRANSACTION_ID };
  const feeds: readonly (readonly [(db: Database) => Promise<unknown>, RegExp])[] = [
    [(db) => listEvents(db, { filter: client, page }), /events_(of_client|by_position)/],
    [(db) => listEvents(db, { filter: {}, page }), /events_by_position/],
    [(db) => listAttempts(db, { filter: client, page }), /callback_attempts_(of_client|by_position)/],
    [(db) => findOutages(db, ['client-1'], START_MS), /callback_attempts_of_client/],
  ];
  for (const [read, index] of feeds) expect((await indexesOf(read, true)).join()).toMatch(index);
  for (const read of [
    (db: Database) => listEvents(db, { filter: transaction, page }),
    (db: Database) => listAttempts(db, { filter: transaction, page }),
    (db: Database) => summarizeCallbacks(db, {}),
  ])
    await indexesOf(read, true);
});

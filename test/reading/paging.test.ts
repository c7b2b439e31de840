import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareReads } from '../../db/share-reads.ts';
import { setCounters } from '../../db/transactions/commands/set-sums.ts';
import type { TransactionsTable } from '../../db/transactions/rows/transactions.ts';
import { checkCounters } from '../../db/transactions/verify/counters.ts';
import { readPosition } from '../../src/transactions/cursor.ts';
import {
  type Credentials,
  call,
  createClock,
  type Json,
  startTestService,
  type TestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createBank, createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import {
  HAS_ALL_ROWS,
  makeTransactions,
  NEWEST_NAME,
  OLDEST_NAME,
  RARE_NAME,
  SHARED_TIMESTAMP_MS,
} from '../support/many-transactions.ts';
import { PAGING_STYLES, type PagingStyle, type WalkContext, walk } from '../support/page-walks.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { SURFACES } from '../support/surfaces.ts';
import { databaseUrlOf, giveBackDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

const START_LIMIT_MS = 120_000;

const MERCHANT = { id: 'aaaaaaaaaaaaaaaaaaaaaaaa', appKey: 'walker', secret: 'walker-secret' };
const OTHER = { id: 'bbbbbbbbbbbbbbbbbbbbbbbb', appKey: 'other', secret: 'other-secret' };
const OPERATOR: Credentials = { appKey: 'overseer', secret: 'overseer-secret' };

/** Every transaction from before the start of the service, newest first. */
const ROWS: readonly TransactionsTable[] = makeTransactions(MERCHANT.id, OTHER.id).sort(
  (a, b) => b.created_at_ms - a.created_at_ms || (a.id < b.id ? 1 : -1),
);

const ROWS_PER_STATEMENT = 10_000;

/** Fills an empty database with two clients without a secret, their transactions and the counters of these. */
async function fillDatabase(url: string): Promise<void> {
  const client = {
    role: 'merchant',
    ip_allowlist: '[]',
    requires_timed_sign: 0,
    created_at_ms: 0,
    is_test: 0,
  } as const;
  const clients = [MERCHANT, OTHER].map(({ id, appKey }) => ({
    ...client,
    id,
    app_key: appKey,
    name: appKey,
    return_hosts: '[]',
  }));
  await withDatabase(url, async (db) => {
    await db.insertInto('clients').values(clients).execute();
    const names = Object.keys(ROWS[0]!);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const values = onPostgres ? columns : sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`));
    for (let from = 0; from < ROWS.length; from += ROWS_PER_STATEMENT) {
      const rows = JSON.stringify(ROWS.slice(from, from + ROWS_PER_STATEMENT));
      await sql`
        insert into transactions (${columns})
        select ${values} from ${
          onPostgres
            ? sql`json_populate_recordset(null::transactions, ${rows})`
            : sql`json_each(${rows}) where true`
        }`.execute(db);
    }
    for await (const page of checkCounters(db)) for (const wrong of page) await setCounters(db, wrong);
    // What the planner of SQLite knows is chosen.
    if (onPostgres) await sql`analyze`.execute(db);
  });
}

/** Starts a service on a database with many transactions before the tests of a file. */
function useFilledService() {
  const clock = createClock(Date.parse('2026-11-20T12:00:00Z'));
  let folder: ReturnType<typeof temporaryFolder> | undefined;
  let service: TestService | undefined;
  beforeAll(async () => {
    folder = temporaryFolder();
    const url = databaseUrlOf(folder.path);
    await makeTestDatabase(folder.path);
    await fillDatabase(url);
    service = await startTestService({ folder: folder.path, platform: { nowMs: clock.nowMs } });
    for (const { appKey, secret } of [MERCHANT, OTHER]) {
      const rotation = { secret, nowMs: clock.nowMs(), previousEndsAtMs: clock.nowMs() };
      await service.dependencies.clients.rotateSecret(appKey, rotation);
    }
    await createClient(service, { ...OPERATOR, role: 'operator' });
    await createBank(service, { id: 'bank-0' });
  }, START_LIMIT_MS);
  afterAll(async () => {
    await service?.stop();
    if (folder) giveBackDatabase(folder.path);
    folder?.[Symbol.dispose]();
  });
  const running = () => {
    if (!service) throw new Error('the service has not been started yet');
    return service;
  };
  return {
    service: running,
    clock,
    /** Reads the database through a connection of its own. */
    async query(statement: RawBuilder<unknown>): Promise<unknown[]> {
      const { rows } = await withDatabase(running().databasePath, (db) => statement.execute(db));
      return rows;
    },
  };
}

describe('paging', () => {
  const LONG_MS = 240_000;
  const KNOWN = new Set(ROWS.map(({ id }) => id));
  const { service, clock, query } = useFilledService();
  const NOW_MS = clock.nowMs();
  const contextOf = (as: Credentials): WalkContext => ({ url: service().url, as, nowMs: clock.nowMs() });

  /** Stores one more transaction of the merchant at this timestamp. @returns its id. */
  async function insertAt(nowMs: number): Promise<string> {
    clock.advance(nowMs - clock.nowMs());
    const body = withdrawalFields({ bankId: 'bank-0' });
    const { transactionId } = expectData(await call(service(), WITHDRAW, { as: MERCHANT, nowMs, body }));
    clock.advance(NOW_MS - clock.nowMs());
    return transactionId;
  }

  /** The first position at which two lists differ; undefined when they are equal. */
  function firstDifference(seen: readonly string[], expected: readonly string[]) {
    const length = Math.max(seen.length, expected.length);
    for (let place = 0; place < length; place += 1)
      if (seen[place] !== expected[place]) return { place, seen: seen[place], expected: expected[place] };
    return undefined;
  }

  /** Asserts that a walk met each of these once, in order, and nothing else twice. */
  function expectMet(
    ids: readonly string[],
    rows: readonly TransactionsTable[],
    { backwards }: PagingStyle,
  ): void {
    const expected = rows.map(({ id }) => id);
    if (backwards) expected.reverse();
    expect(
      firstDifference(
        ids.filter((id) => KNOWN.has(id)),
        expected,
      ),
    ).toBeUndefined();
    expect(new Set(ids).size).toBe(ids.length);
  }

  const AROUND_MS = 20 * 60_000;

  /** Pages of a walk between two transactions that are stored meanwhile. */
  const PAGES_APART = IS_LONG ? 10 : 2;

  /** The short form walks through the hours around the creation time that a thousand share. */
  const FROM_MS = IS_LONG ? 0 : SHARED_TIMESTAMP_MS - AROUND_MS;

  const TO_MS = IS_LONG ? Number.MAX_SAFE_INTEGER : SHARED_TIMESTAMP_MS + AROUND_MS;

  const FILTER: Input = IS_LONG
    ? {}
    : { from: new Date(FROM_MS).toISOString(), to: new Date(TO_MS).toISOString() };

  const SEARCHES: readonly (readonly [string, Credentials, Input, (row: TransactionsTable) => boolean])[] = [
    [
      'pending transactions, as an operator',
      OPERATOR,
      { status: 'pending' },
      (row) => row.status === 'pending',
    ],
    [
      'pending transactions, as a merchant',
      MERCHANT,
      { status: 'pending', type: 'withdrawal', minAmount: 900 },
      (row) => row.client_id === MERCHANT.id && row.status === 'pending' && row.amount_minor >= 90_000,
    ],
    ['one user, as an operator', OPERATOR, { userId: 'user-7' }, (row) => row.user_id === 'user-7'],
    [
      'one user within a day, as a merchant',
      MERCHANT,
      { userId: 'user-7', from: '2026-11-16T00:00:00Z', to: '2026-11-17T03:00:00+03:00' },
      (row) =>
        row.client_id === MERCHANT.id &&
        row.user_id === 'user-7' &&
        isWithin(row, '2026-11-16', '2026-11-17'),
    ],
    [
      'one process, as an operator',
      OPERATOR,
      { processId: 'stored-500' },
      (row) => row.process_id === 'stored-500',
    ],
    [
      'one client and bank, as an operator',
      OPERATOR,
      { appKey: 'other', bankId: 'bank-1', status: 'unsuccessful' },
      (row) => row.client_id === OTHER.id && row.bank_id === 'bank-1' && row.status === 'unsuccessful',
    ],
    [
      'the creation time that a thousand share',
      MERCHANT,
      { from: '2026-11-18T00:00:00Z', to: '2026-11-18T00:00:00.001Z' },
      (row) => row.created_at_ms === SHARED_TIMESTAMP_MS,
    ],
    ['a rare name', MERCHANT, { query: 'heuHAUFEN' }, (row) => row.name === RARE_NAME],
    [
      'a rare name, and a type and amounts',
      OPERATOR,
      { query: 'nadel', type: 'deposit', maxAmount: 500 },
      (row) => row.name === RARE_NAME && row.type === 'deposit' && row.amount_minor <= 50_000,
    ],
  ];

  describe.each(PAGING_STYLES.map((way, at) => [way.name, way, at] as const))(
    'a walk over %s',
    (_, way, at) => {
      const stored = ROWS.filter(
        (row) => row.client_id === MERCHANT.id && row.created_at_ms >= FROM_MS && row.created_at_ms < TO_MS,
      );

      test(
        `meets each of ${stored.length} transactions once, including a thousand with one creation time, while others are stored`,
        async () => {
          const added: string[] = [];
          // Alternately at the end of the list, and among the transactions that share a timestamp.
          const meanwhile = async (page: number) => {
            if (page % PAGES_APART === 0)
              added.push(await insertAt(page % (2 * PAGES_APART) === 0 ? SHARED_TIMESTAMP_MS : NOW_MS));
          };
          const { ids } = await walk(way, { context: contextOf(MERCHANT), filter: FILTER }, meanwhile);
          expectMet(ids, stored, way);
          expect(added.length).toBeGreaterThan(4);
          // A walk towards the newest also meets transactions that are stored meanwhile.
          const seen = new Set(ids);
          const newest = added.filter((_id, index) => index % 2 === 0);
          expect(newest.filter((id) => seen.has(id))).toEqual(way.backwards && IS_LONG ? newest : []);
        },
        LONG_MS,
      );

      test.each(everyNth(3, SEARCHES, { from: at }))('finds %s', async (_name, as, filter, matches) => {
        const { ids } = await walk(way, { context: contextOf(as), filter });
        const expected = ROWS.filter(matches);
        expect(expected.length).toBeGreaterThan(1);
        expectMet(ids, expected, way);
      });
    },
  );

  function isWithin({ created_at_ms }: TransactionsTable, from: string, to: string): boolean {
    return created_at_ms >= Date.parse(from) && created_at_ms < Date.parse(to);
  }

  test.runIf(HAS_ALL_ROWS).each([
    ['the oldest', OLDEST_NAME, PAGING_STYLES[0]!, '>='],
    ['the oldest', OLDEST_NAME, PAGING_STYLES[1]!, '>='],
    ['the newest', NEWEST_NAME, PAGING_STYLES[2]!, '<='],
  ])(
    'a search for %s scans 100,000 rows, then continues from an empty page',
    async (_, name, way, before) => {
      const { ids, pages } = await walk(way, { context: contextOf(OPERATOR), filter: { query: name } });
      expect(pages.map((page) => page.ids.length)).toEqual([0, 3]);
      expectMet(
        ids,
        ROWS.filter((row) => row.name === name),
        way,
      );
      const { createdAtMs, id } = readPosition(service().dependencies.cursors, pages[0]!.next!)!;
      // It may be the transaction of another client.
      expect(Buffer.from(pages[0]!.next!, 'base64url').toString('latin1')).not.toContain(id);
      const scanned = sql`
    select count(*) as count from transactions
    where (created_at_ms, id) ${sql.raw(before)} (${createdAtMs}, ${id})`;
      expect(await query(scanned)).toEqual([{ count: 100_000 }]);
    },
  );

  const GROUPS = {
    day: 'created_at_ms / 86400000',
    bank: 'bank_id',
    type: 'type',
    client: 'client_id',
  };

  const countOf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;

  /** How the unsuccessful ones ended. */
  const ENDED_COUNTS = ['expired', 'cancelled', 'rejected', 'reversed'].map(
    (kind) =>
      sql`${countOf(sql`status = 'unsuccessful' and ended_as = ${kind}`)} as ${sql.ref(`${kind}Count`)}`,
  );

  /** The expected statistics, in SQL that reads every row. */
  function sumRows(
    groupBy: keyof typeof GROUPS,
    {
      from,
      to,
      clientId,
    }: { readonly from: string; readonly to: string; readonly clientId: string | undefined },
  ): Promise<Json[]> {
    return query(sql`
    select ${sql.raw(GROUPS[groupBy])} as "key", count(*) as "createdCount",
      sum(amount_minor) / 100.0 as "createdAmount", ${countOf(sql`status = 'pending'`)} as "pendingCount",
      ${countOf(sql`status = 'successful'`)} as "successfulCount",
      sum(case when status = 'successful' then final_amount_minor else 0 end) / 100.0 as "successfulAmount",
      ${countOf(sql`status = 'unsuccessful'`)} as "unsuccessfulCount", ${sql.join(ENDED_COUNTS)}
    from transactions
    where created_at_ms >= ${Date.parse(from)} and created_at_ms < ${Date.parse(to)}
      and ${clientId === undefined ? sql`true` : sql`client_id = ${clientId}`}
    group by 1 order by 1`);
  }

  const NAMES: Readonly<Record<string, string>> = { [MERCHANT.id]: MERCHANT.appKey, [OTHER.id]: 'other' };

  const nameOf = (groupBy: string, key: unknown) =>
    groupBy === 'day'
      ? new Date(Number(key) * 86_400_000).toISOString().slice(0, 10)
      : (NAMES[String(key)] ?? key);

  describe.each(Object.keys(GROUPS) as (keyof typeof GROUPS)[])('statistics by %s', (groupBy) => {
    test.each([
      ['all days, as an operator', OPERATOR, '2026-11-01', '2026-12-01', {}, undefined],
      ['two days, as an operator', OPERATOR, '2026-11-16', '2026-11-18', {}, undefined],
      ['one client, as an operator', OPERATOR, '2026-11-01', '2026-12-01', { appKey: 'other' }, OTHER.id],
      ['its own, as a merchant', MERCHANT, '2026-11-17', '2026-12-01', { appKey: 'other' }, MERCHANT.id],
    ] as const)('are what the rows add up to: %s', async (_, as, fromDay, toDay, input, clientId) => {
      const span = { from: `${fromDay}T00:00:00Z`, to: `${toDay}T00:00:00Z` };
      const statisticsCall = {
        operation: 'readStatistics',
        input: { ...span, ...input, groupBy },
        as,
      } as const;
      const { data } = await SURFACES[2]!.run(service(), { ...statisticsCall, nowMs: clock.nowMs() });
      const expected = await sumRows(groupBy, { ...span, clientId });
      expect(expected.length).toBeGreaterThan(0);
      // The rows of version 001 have no time of settling, so no duration was counted.
      expect(data).toEqual(
        expected.map((row) => ({
          ...row,
          secondsToSettle: null,
          key: nameOf(groupBy, row.key),
          name: expect.toSatisfy(() => true),
        })),
      );
    });
  });
});

describe('share reads', () => {
  interface Read {
    resolve(value: number): void;
    reject(error: Error): void;
  }

  /** Reads that end when they are told to. */
  function startReads() {
    const reads: Read[] = [];
    const share = shareReads(
      () => new Promise<number>((resolve, reject) => void reads.push({ resolve, reject })),
    );
    return { reads, share };
  }

  test('all who ask while a read runs share the next one, which began after they asked', async () => {
    const { reads, share } = startReads();
    const first = share();
    await Promise.resolve();
    const others = [share(), share(), share()];
    await Promise.resolve();
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(1);
    expect(await first).toBe(1);
    await expect.poll(() => reads.length).toBe(2);
    const late = share();
    reads[1]?.resolve(2);
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await expect.poll(() => reads.length).toBe(3);
    reads[2]?.resolve(3);
    expect(await late).toBe(3);
  });

  test('a read that fails does so for those who share it, and the next one runs', async () => {
    const { reads, share } = startReads();
    const failing = [share(), share()];
    await expect.poll(() => reads.length).toBe(1);
    const next = share();
    reads[0]?.reject(new Error('locked'));
    for (const one of failing) await expect(one).rejects.toThrow('locked');
    await expect.poll(() => reads.length).toBe(2);
    reads[1]?.resolve(2);
    expect(await next).toBe(2);
  });
});

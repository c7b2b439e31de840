import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { listAttempts } from '../../db/callbacks/queries/attempts.ts';
import type { Database } from '../../db/tables.ts';
import { listEvents } from '../../db/transactions/queries/event-feed.ts';
import { createClient } from '../support/entities.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

type Mode = 'live' | 'test';

/** A merchant of each mode with a transaction, to which all events and attempts of the mode belong. */
async function makeOwners(service: ManualClockService) {
  const make = async (isTest: boolean) => {
    const as = await createClient(service, { isTest });
    const mode: Mode = isTest ? 'test' : 'live';
    return { mode, clientId: as.id, transactionId: (await service.withdraw(as)).transactionId as string };
  };
  return { live: await make(false), test: await make(true) };
}

type Owners = Awaited<ReturnType<typeof makeOwners>>;

/** Stores an event and an attempt at each of the positions from `first` to `last`. */
async function fill(
  db: Database,
  { mode, clientId, transactionId }: Owners[Mode],
  first: number,
  last: number,
) {
  const isTest = sql.lit(mode === 'test' ? 1 : 0);
  const rows = sql`with recursive numbers(n) as (
    select cast(${first} as integer) union all select n + 1 from numbers where n < ${last}
  )`;
  const insert = (into: RawBuilder<unknown>) => sql`${into} from numbers`.execute(db);
  await insert(sql`
    insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status,
      actor_kind, occurred_at_ms, is_test)
    ${rows} select n, 'event-' || n, cast(${transactionId} as text), cast(${clientId} as text), n + 1, 'settle',
      'pending', 'successful', 'operator', 0, ${isTest}`);
  await insert(sql`
    insert into callback_attempts (position, event_id, transaction_id, client_id, started_at_ms, duration_ms, status,
      is_test)
    ${rows} select n, 'event-' || n, cast(${transactionId} as text), cast(${clientId} as text), 0, 0, 200,
      ${isTest}`);
}

/** Runs of rows of one mode after the other. */
const RUNS: readonly (readonly [Mode, number])[] = [
  ['test', 501],
  ['live', 1],
  ['test', 499],
  ['live', 98],
  ['test', 1],
  ['live', 7],
];

async function fillInRuns(db: Database, owners: Owners): Promise<Readonly<Record<Mode, number[]>>> {
  const positions: Record<Mode, number[]> = { live: [], test: [] };
  let from = 1;
  for (const [mode, length] of RUNS) {
    await fill(db, owners[mode], from, from + length - 1);
    positions[mode].push(...Array.from({ length }, (_, index) => from + index));
    from += length;
  }
  return positions;
}

const MODES = ['live', 'test'] as const;
const LIMITS = { live: [3, 100], test: [100] } as const;

async function readFeed(db: Database, mode: Mode, limit: number): Promise<number[]> {
  const read: number[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await listEvents(db, { filter: { isTest: mode === 'test' }, page: { after, limit } });
    if (!page) return expect.fail(`no event ${after}`);
    read.push(...page.items.map(({ event }) => event.sequence - 1));
    expect(page.items.length, `after ${after}`).toBe(page.hasMore ? limit : page.items.length);
    after = page.items.at(-1)?.event.id;
    if (!page.hasMore) return read;
  }
}

async function readAttempts(db: Database, mode: Mode, limit: number): Promise<number[]> {
  const read: number[] = [];
  let after: number | undefined;
  for (;;) {
    const page = await listAttempts(db, { filter: { isTest: mode === 'test' }, page: { after, limit } });
    read.push(...page.items.map(({ position }) => position));
    after = page.next;
    if (after === undefined) return read;
  }
}

test.each(MODES)('a desk reads every event and attempt of %s keys once, in their order', async (mode) => {
  await using service = await startWithoutTimers();
  const owners = await makeOwners(service);
  await withDatabase(service.databasePath, async (db) => {
    expect(await readFeed(db, mode, 5)).toEqual([]);
    expect(await readAttempts(db, mode, 5)).toEqual([]);
    const positions = await fillInRuns(db, owners);
    for (const limit of LIMITS[mode]) {
      expect(await readFeed(db, mode, limit)).toEqual(positions[mode]);
      expect(await readAttempts(db, mode, limit)).toEqual(positions[mode].toReversed());
    }
  });
});

const MANY = 100_000;
const FEWER = 10_000;

/** Two live rows, and so many tests between them. */
async function fillBetween(db: Database, { live, test: tests }: Owners, count: number): Promise<void> {
  await fill(db, live, 1, 1);
  for (let from = 2; from < count + 2; from += FEWER) await fill(db, tests, from, from + FEWER - 1);
  await fill(db, live, count + 2, count + 2);
  await sql`analyze`.execute(db);
}

const PAGES = [
  (db: Database) => listEvents(db, { filter: { isTest: false }, page: { limit: 100 } }),
  (db: Database) => listAttempts(db, { filter: { isTest: false }, page: { limit: 100 } }),
] as const;

/** The shortest of some runs: other work of the machine only makes one longer. */
async function shortestMs(work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 7; runs += 1) {
    const startedAtMs = performance.now();
    await work();
    shortest = Math.min(shortest, performance.now() - startedAtMs);
  }
  return shortest;
}

test('a page of a desk does not read through the rows of the other mode', async () => {
  await using service = await startWithoutTimers();
  const owners = await makeOwners(service);
  await withDatabase(service.databasePath, async (db) => {
    await fillBetween(db, owners, onPostgres ? 3 * FEWER : MANY);
    const readAllMs = await shortestMs(() =>
      sql`select count(*), max(occurred_at_ms) from events where client_id <> ${owners.live.clientId}`.execute(
        db,
      ),
    );
    for (const read of PAGES) {
      expect((await read(db))?.items).toHaveLength(2);
      expect(await shortestMs(() => read(db))).toBeLessThan(readAllMs / 2);
    }
  });
});

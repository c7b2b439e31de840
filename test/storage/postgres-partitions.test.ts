import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { insertEvents } from '../../db/commands/common/insert-events.ts';
import type { Engine } from '../../db/engine.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import type { TransactionEvent } from '../../src/domain/transition.ts';
import { temporaryFolder } from '../harness.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

const DAY_MS = 86_400_000;
/** The months of this time have partitions already, also when the run goes on into the next month. */
const preparedAtMs = () => inject('preparedAtMs');

let folder: ReturnType<typeof temporaryFolder>;
let engine: Engine;
beforeEach(async () => {
  if (!onPostgres) return;
  folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  engine = openPostgres({ url: databaseUrlOf(folder.path), lockTimeoutMs: 1000 });
});
afterEach(async () => {
  if (!onPostgres) return;
  await engine.close();
  await dropTestDatabase(folder.path);
  folder[Symbol.dispose]();
});

/** An id of a transaction that was created at a time. */
function idAt(timeMs: number): string {
  return `${Math.floor(timeMs / 1000)
    .toString(16)
    .padStart(8, '0')}${'0'.repeat(16)}`;
}

async function storeEvents(count: number, transactionId: string, from = 2): Promise<void> {
  const events = Array.from(
    { length: count },
    (_, index): TransactionEvent => ({
      ...{
        id: `${transactionId}-${from + index}`,
        transactionId,
        clientId: 'client',
        isTest: false,
        sequence: from + index,
      },
      ...{
        kind: 'settle',
        from: 'pending',
        to: 'successful',
        reason: null,
        internalReason: null,
        seenBy: null,
      },
      ...{ paidFromAccountId: null, bankReference: null },
      ...{ finalAmountMinor: null, occurredAtMs: 1, actor: { kind: 'service', clientId: null } },
    }),
  );
  await engine.read((db) => db.transaction().execute((trx) => insertEvents(trx, events)));
}

const partitionOf = (table: 'transactions' | 'events') =>
  engine.read(async (db) => {
    const { rows } = await sql<{ readonly name: string; readonly count: number }>`
      select tableoid::regclass::text as name, count(*) as count from ${sql.table(table)} group by 1 order by 1`.execute(
      db,
    );
    return rows;
  });

const numbers = (query: ReturnType<typeof sql<{ readonly value: number }>>) =>
  engine.read(async (db) => (await query.execute(db)).rows.map(({ value }) => value));

const positions = () => numbers(sql`select position as value from events order by transaction_id, sequence`);
const feedEnd = async () => (await numbers(sql`select feed_end() as value`))[0] ?? 0;

/** Waits for the feed: work of the server in this database, such as an analysis of a table, holds it up as well. */
const feedEndsAfter = (position = 0) => expect.poll(feedEnd, { timeout: 20_000 }).toBeGreaterThan(position);

describe.runIf(onPostgres)('on PostgreSQL', () => {
  test('there are partitions for the running month and the two after it, over the turn of a year', async () => {
    const nowMs = Date.UTC(2031, 10, 30, 23, 59);
    expect(await engine.prepare(nowMs)).toEqual(
      ['transactions', 'events', 'callback_attempts'].flatMap((table) =>
        ['2031_11', '2031_12', '2032_01'].map((month) => `${table}_${month}`),
      ),
    );
    expect(await engine.prepare(nowMs)).toEqual([]);
    await storeEvents(1, idAt(Date.UTC(2031, 11, 31, 23, 59, 59)));
    await storeEvents(1, idAt(Date.UTC(2032, 0, 1)));
    expect(await partitionOf('events')).toEqual([
      { name: 'events_2031_12', count: 1 },
      { name: 'events_2032_01', count: 1 },
    ]);
  });

  test('what was written after the last partition moves to its month, and keeps its place in the feed', async () => {
    const longAgoMs = Date.UTC(2029, 1, 10);
    await storeEvents(3, idAt(longAgoMs));
    await storeEvents(2, idAt(longAgoMs + 40 * DAY_MS));
    const before = await positions();
    expect(await partitionOf('events')).toEqual([{ name: 'events_default', count: 5 }]);
    const added = await engine.prepare(preparedAtMs());
    expect(added).toEqual(['events_2029_02', 'events_2029_03']);
    expect(await partitionOf('events')).toEqual([
      { name: 'events_2029_02', count: 3 },
      { name: 'events_2029_03', count: 2 },
    ]);
    expect(await positions()).toEqual(before);
  });

  test('an id that begins with no time is kept, and hinders nothing', async () => {
    await storeEvents(1, 'zzz');
    await engine.prepare(preparedAtMs());
    expect(await partitionOf('events')).toEqual([{ name: 'events_default', count: 1 }]);
  });

  test('ids that are spread over more months than any history has stay where they are', async () => {
    await engine.read((db) =>
      sql`
        insert into events (id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
        select 'e' || i, lpad(to_hex(i * 10000000::bigint), 8, '0'), 'client', 2, 'settle', 'pending', 'successful', 'service', 1
        from generate_series(1, 400) as i`.execute(db),
    );
    const added = await engine.prepare(preparedAtMs());
    expect(added.length).toBeLessThanOrEqual(9);
    expect((await partitionOf('events')).at(-1)).toMatchObject({ name: 'events_default' });
  });

  test('the rows of a long history leave the default partition a part at a time', async () => {
    for (let month = 0; month < 30; month += 1) await storeEvents(1, idAt(Date.UTC(2010, month, 5)));
    expect(await engine.prepare(preparedAtMs())).toHaveLength(24);
    expect(await engine.prepare(preparedAtMs())).toHaveLength(6);
    expect(await partitionOf('events')).toHaveLength(30);
  });

  test('each month is added by itself, so that a long history needs the locks of one month at a time', async () => {
    await engine.read((db) => sql`create table events_2031_12 (id text)`.execute(db));
    await expect(engine.prepare(Date.UTC(2031, 10, 1))).rejects.toThrow('events_2031_12');
    await storeEvents(1, idAt(Date.UTC(2031, 10, 2)));
    expect(await partitionOf('events')).toEqual([{ name: 'events_2031_11', count: 1 }]);
    await engine.read((db) => sql`drop table events_2031_12`.execute(db));
    expect(await engine.prepare(Date.UTC(2031, 10, 1))).toHaveLength(5);
  });

  test('several processes prepare at the same time, and one of them does it', async () => {
    const others = [1, 2].map(() => openPostgres({ url: databaseUrlOf(folder.path), lockTimeoutMs: 1000 }));
    const nowMs = Date.UTC(2033, 5, 1);
    const added = await Promise.all([engine, ...others].map((one) => one.prepare(nowMs)));
    expect(added.flat()).toHaveLength(9);
    for (const other of others) await other.close();
  });

  test('positions rise within a commit and from one commit to the next, also of very many events', async () => {
    await storeEvents(1, 'a');
    await storeEvents(1_200, 'b');
    await storeEvents(1, 'c');
    const all = await positions();
    expect(new Set(all).size).toBe(all.length);
    const [first, ...rest] = all;
    expect(rest.slice(0, 1_200)).toEqual([...rest.slice(0, 1_200)].sort((a, b) => a - b));
    expect(first).toBeLessThan(rest[0] ?? 0);
    expect(rest[0]).toBeLessThan(rest.at(-1) ?? 0);
  });

  test('the feed ends before what is not committed yet, and goes on after it', async () => {
    const committed: number[] = [];
    await engine.read((db) =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('metadata').values({ key: 'late', value: '' }).execute();
        await storeEvents(1, 'a');
        committed.push(...(await positions()));
        expect(await feedEnd()).toBeLessThanOrEqual(committed[0] ?? 0);
      }),
    );
    await feedEndsAfter(committed[0]);
  });

  test('a long transaction in another database of the server does not hold up the feed', async () => {
    const other = await connectPostgres(inject('postgresUrl'));
    try {
      await other.query('begin');
      await other.query('select pg_current_xact_id()');
      await storeEvents(1, 'a');
      await feedEndsAfter((await positions()).at(-1));
      await engine.read((db) =>
        db.transaction().execute(async (trx) => {
          await trx.insertInto('metadata').values({ key: 'late', value: '' }).execute();
          await storeEvents(1, 'b');
          expect(await feedEnd()).toBeLessThanOrEqual((await positions()).at(-1) ?? 0);
          const { rows } = await sql<{ readonly value: number }>`select feed_end() as value`.execute(trx);
          expect(rows[0]?.value).toBeLessThanOrEqual((await positions()).at(-1) ?? 0);
        }),
      );
      await feedEndsAfter((await positions()).at(-1));
    } finally {
      await other.end();
    }
  });

  test('a database of another server gets a higher base, so that new positions follow the old ones', async () => {
    await storeEvents(2, 'a');
    const fromThere = 9_000_000_000_000;
    await engine.read((db) => db.updateTable('events').set({ position: fromThere }).execute());
    expect(await engine.prepare(preparedAtMs())).toEqual(['base of positions']);
    expect(await engine.prepare(preparedAtMs())).toEqual([]);
    await storeEvents(1, 'b');
    const all = await positions();
    expect(all.at(-1)).toBeGreaterThan(fromThere);
    await feedEndsAfter(all.at(-1));
  });
});

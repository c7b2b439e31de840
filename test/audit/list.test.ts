import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as queries from '../../db/query-list.ts';
import { chunksOf } from '../../db/sql/lists.ts';
import { createClient, updateClient } from '../../src/admin/clients.ts';
import { signIn } from '../../src/admin/identity.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { expectRefusal, openTestContext, type TestContext } from '../support/app-context.ts';
import { tamper } from '../support/audit.ts';
import { createClient as addClient } from '../support/entities.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { openDatabase, withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const MINUTE_MS = 60_000;
const COUNT = 7;

let context: TestContext;
let startMs: number;

/** A client that is changed once a minute, and one sign-in. */
beforeAll(async () => {
  context = await openTestContext();
  startMs = context.clock.nowMs();
  for (const appKey of ['shop', 'other'])
    await context.run(createClient, { name: 'A', role: 'merchant', appKey });
  for (let index = 0; index < COUNT; index += 1) {
    context.clock.advance(MINUTE_MS);
    await context.run(updateClient, { appKey: 'shop', disabled: index % 2 === 0 });
  }
  await context.run(signIn, {});
});
afterAll(() => context[Symbol.asyncDispose]());

const iso = (minutes: number) => new Date(startMs + minutes * MINUTE_MS).toISOString();

async function positions(input: object): Promise<number[]> {
  return (await context.run(listAudit, input)).items.map(({ position }) => position);
}

test('rows come newest first, each once over all pages, also while others are added', async () => {
  const seen: number[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await context.run(listAudit, { limit: 3, after });
    seen.push(...page.items.map(({ position }) => position));
    if (page.nextCursor === null) break;
    after = page.nextCursor;
    await context.run(signIn, {});
  }
  expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('filters by actor, kind of actor, operation, target and time narrow the list together', async () => {
  expect(await positions({ operation: 'updateClient' })).toEqual([9, 8, 7, 6, 5, 4, 3]);
  expect(await positions({ target: 'other' })).toEqual([2]);
  expect(await positions({ target: 'shop', operation: 'createClient' })).toEqual([1]);
  expect(await positions({ actor: 'nobody' })).toEqual([]);
  expect(await positions({ actorKind: 'commandLine' })).toEqual([]);
  expect(await positions({ actor: 'test', actorKind: 'key', target: 'other' })).toEqual([2]);
  expect(await positions({ from: iso(2), to: iso(4), operation: 'updateClient' })).toEqual([5, 4]);
  expect(await positions({ to: iso(1) })).toEqual([2, 1]);
});

test('a list is read in the reading thread: a filter that nothing matches looks at every row', async () => {
  const { engine } = context;
  const filter = { actorKind: 'key', actor: 'test', toMs: 0 } as const;
  expect((await engine.query('listAudit', { filter, page: { limit: 1 } })).items).toEqual([]);
});

test('rows about tests that hide those of the page are counted as looked at', async () => {
  await using own = await openTestContext();
  const { id: clientId } = await addClient(own, { isTest: true });
  await own.run(createClient, { name: 'A', role: 'merchant', appKey: 'shop' });
  await insertWithdrawals(own.databasePath, clientId, 1);
  await withDatabase(own.databasePath, async (db) => {
    const made = await db
      .updateTable('transactions')
      .set({ is_test: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const last = db.selectFrom('audit').selectAll().orderBy('position', 'desc').limit(1);
    const row = await last.executeTakeFirstOrThrow();
    const about = {
      ...row,
      previous_hash: row.hash,
      target_kind: 'transaction' as const,
      target_id: made.id,
    };
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      ...about,
      position: row.position + 1 + index,
    }));
    for (const chunk of chunksOf(rows, 500)) await db.insertInto('audit').values(chunk).execute();
  });
  const page = await own.engine.query('listAudit', { filter: { isTest: false }, page: { limit: 50 } });
  expect(page.items.map(({ targetId }) => targetId)).toContain('shop');
  expect(page.scannedRows).toBeGreaterThan(2000);
});

test('a row names the person whose key gave the command, by the name that the key has now', async () => {
  const named = async () => {
    const { items } = await context.run(listAudit, { actor: 'test', limit: 1 });
    return items[0]?.actorName;
  };
  expect(await named()).toBeNull();
  await context.run(createClient, { name: 'Ayşe Yılmaz', role: 'admin', appKey: 'test' });
  expect(await named()).toBe('Ayşe Yılmaz');
  await context.run(updateClient, { appKey: 'test', name: 'Ayşe Kaya' });
  expect(await named()).toBe('Ayşe Kaya');
});

test('a wrong filter is refused by its field', async () => {
  for (const [field, value] of [
    ['limit', 101],
    ['limit', 0],
    ['after', 'x'],
    ['actorKind', 'person'],
    ['from', 'yesterday'],
    ['operation', ' '],
  ] as const)
    await expectRefusal(context.run(listAudit, { [field]: value }), 'error_validation', field);
  await expectRefusal(context.run(listAudit, {}, 'operator'), 'not_authorized');
});

describe('in a log of 150,000 rows', () => {
  const ROWS = 150_000;
  beforeAll(() =>
    tamper(
      context.databasePath,
      `with recursive n(i) as (select (select max(position) + 1 from audit) union all select i + 1 from n where i < ${ROWS})
       insert into audit (position, occurred_at_ms, actor_kind, actor, operation, target_kind, target_id, previous_hash, hash)
       select i, i, 'key', 'busy', 'settleTransaction', 'transaction', 'target-' || i, '', '' from n`,
      ...(onPostgres ? ['analyze audit'] : []),
    ),
  );

  test('a search for a rare row pauses for others, ends its page, and finds the row on the next one', async () => {
    const statements: CompiledQuery[] = [];
    const db = openDatabase(context.databasePath, ({ query }) => statements.push(query));
    let othersHadTheirTurn = false;
    setImmediate(() => {
      othersHadTheirTurn = true;
    });
    const filter = { operation: 'createClient' };
    const first = await queries.listAudit(db, { filter, page: { limit: 50 } });
    expect(othersHadTheirTurn).toBe(true);
    expect(first).toEqual({ items: [], next: ROWS + 1 - 100_000, scannedRows: 100_000 });
    const second = await queries.listAudit(db, { filter, page: { limit: 50, after: first.next } });
    // The clients of the beginning, and the person of a test above.
    expect(second.items.map(({ position }) => position)).toEqual([14, 2, 1]);
    expect([second.next, second.scannedRows]).toEqual([undefined, 50_000]);
    statements.length = 0;
    const plain = await queries.listAudit(db, { filter: {}, page: { limit: 50 } });
    expect([plain.items.length, plain.next, plain.scannedRows]).toEqual([50, ROWS - 49, 0]);
    const target = { targetIds: ['target-9999'], operation: 'settleTransaction', actor: 'busy', fromMs: 1 };
    const one = await queries.listAudit(db, { filter: target, page: { limit: 50 } });
    expect(one.items.map(({ position }) => position)).toEqual([9999]);
    expect(one.scannedRows).toBe(0);
    // The end and the page, each once.
    expect(statements).toHaveLength(4);
    const last = statements.at(-1)!;
    const explain = `${onPostgres ? 'explain' : 'explain query plan'} ${last.sql}`;
    const plan = await db.executeQuery(CompiledQuery.raw(explain, [...last.parameters]));
    await db.destroy();
    expect(JSON.stringify(plan.rows)).toContain('audit_by_target_id');
  });

  test('every page is read by the reading thread, and what it looked at is taken from the rate limit', async () => {
    const owed: number[] = [];
    const { rate } = context.dependencies;
    const owe = vi.spyOn(rate, 'owe').mockImplementation(async (_key, points) => void owed.push(points));
    const query = vi.spyOn(context.engine, 'query');
    await context.run(listAudit, { operation: 'createClient' });
    expect(query.mock.calls.map(([name]) => name)).toEqual(['listAudit']);
    expect(owed).toEqual([50]);
    for (const spy of [owe, query]) spy.mockRestore();
  });
});

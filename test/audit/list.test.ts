import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, updateClient } from '../../src/operations/admin/clients.ts';
import { signIn } from '../../src/operations/admin/identity.ts';
import { listAudit } from '../../src/operations/audit/audit.ts';
import { expectRefusal, openTestContext, type TestContext } from '../support/app-context.ts';

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

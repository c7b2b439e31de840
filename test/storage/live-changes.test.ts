import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readChanges, readMark } from '../../db/engines/postgres/read-changes.ts';
import {
  type Credentials,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import {
  applyTransition,
  paymentOf,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { type SeveralServices, startSeveral } from '../support/several-services.ts';
import { openStream, type Stream } from '../support/streams.ts';
import { onPostgres } from '../support/test-database.ts';

/** In the long run a minute, with the sessions cut every second. */
const CHANGES = IS_LONG ? 10_000 : 600;
const CUTS = IS_LONG ? 60 : 6;

/** The messages of a stream, each with its sequence. */
function collect(stream: Stream): { readonly seen: string[]; until(all: readonly string[]): Promise<void> } {
  const seen: string[] = [];
  const known = new Set<string>();
  return {
    seen,
    async until(all) {
      for (;;) {
        if (all.every((state) => known.has(state))) return;
        const next = await stream.payload();
        if (!next) throw new Error('the stream has ended');
        const state = `${next.transactionId} ${next.sequence}`;
        seen.push(state);
        known.add(state);
      }
    },
  };
}

/** The next event that tells of something new: of a claim or a note it may tell more than once. */
async function nextThat(stream: Stream, isNew: (transaction: Json) => boolean): Promise<Json> {
  for (;;) {
    const transaction = await stream.payload();
    if (!transaction || isNew(transaction)) return transaction;
  }
}

const SELECTION = { selection: 'transactionId sequence status' };

describe.runIf(onPostgres)('several processes of one database', () => {
  let several: SeveralServices;
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    several = await startSeveral(2);
    [one, other] = several.services as [TestService, TestService];
  });
  afterAll(() => several[Symbol.asyncDispose]());

  const ask = async (service: TestService, target: string, body: Record<string, string>): Promise<Json> =>
    expectData(await call(service, target, { as: OPERATOR, sign: 'timed', body }));
  const deposit = async (service: TestService, as: Credentials = MERCHANT): Promise<string> =>
    expectData(await call(service, DEPOSIT, { as, body: depositFields() })).transactionId;

  test('a subscriber of one process sees what another one creates, claims, notes and settles', async () => {
    using stream = await openStream(one, 'graphql', {
      selection: 'transactionId sequence status claim { holder } notes { text }',
    });
    const id = expectData(await call(other, WITHDRAW, { body: withdrawalFields() })).transactionId;
    expect(await stream.payload()).toMatchObject({ transactionId: id, sequence: 1 });
    await ask(other, `/v1/transactions/${id}/claim`, {});
    expect((await nextThat(stream, ({ claim }) => claim !== null)).notes).toEqual([]);
    await ask(other, `/v1/transactions/${id}/notes`, { text: 'paid by hand' });
    const noted = await nextThat(stream, ({ notes }) => notes.length > 0);
    expect(noted.notes).toMatchObject([{ text: 'paid by hand' }]);
    await ask(other, `/v1/transactions/${id}/settle`, { sequence: '1', ...(await paymentOf(other)) });
    const settled = await nextThat(stream, ({ sequence }) => sequence > 1);
    expect(settled).toMatchObject({ transactionId: id, sequence: 2, status: 'successful' });
  });

  test('a plan reaches only the desk of another process, and its client when it has happened', async () => {
    const merchant = await createClient(other);
    using desk = await openStream(one, 'graphql', { ...SELECTION, filter: { appKey: merchant.appKey } });
    using client = await openStream(one, 'graphql', { ...SELECTION, as: merchant });
    const id = await deposit(other, merchant);
    expect(await desk.payload()).toMatchObject({ sequence: 1 });
    expect(await client.payload()).toMatchObject({ sequence: 1 });
    await ask(other, `/v1/transactions/${id}/settle`, { sequence: '1', holdSeconds: '30' });
    expect(await desk.payload()).toMatchObject({ transactionId: id, sequence: 1 });
    const second = await deposit(other, merchant);
    expect(await client.payload()).toMatchObject({ transactionId: second, sequence: 1 });
    await several.database.query('update planned_transitions set due_at_ms = 0');
    await other.planRunner.runNow();
    expect(await client.payload()).toMatchObject({ transactionId: id, sequence: 2, status: 'successful' });
  });

  test('with the sessions cut again and again, no change of another process is missed, and none comes twice', async () => {
    const merchant = await createClient(other);
    using stream = await openStream(one, 'graphql', { ...SELECTION, filter: { appKey: merchant.appKey } });
    const collected = collect(stream);
    const expected: string[] = [];
    const perCut = CHANGES / CUTS;
    for (let cut = 0; cut < CUTS; cut += 1) {
      const startedAt = performance.now();
      const ids = await storeWithdrawals(other, merchant, perCut / 2, `cut-${cut}`);
      const cutting = several.cutSessions();
      await Promise.all(ids.map((id) => applyTransition(other, id, { kind: 'settle', sequence: 1 })));
      await cutting;
      expected.push(...ids.flatMap((id) => [`${id} 1`, `${id} 2`]));
      const leftMs = startedAt + 1000 - performance.now();
      if (IS_LONG && leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
      if (!IS_LONG) await collected.until(expected);
    }
    await collected.until(expected);
    expect(new Set(collected.seen).size).toBe(collected.seen.length);
    expect(collected.seen.toSorted()).toEqual(expected.toSorted());
  }, 120_000);

  test('what a machine created whose clock is as far behind as it may be is found when changes are read again', async () => {
    // It made the id five seconds before the mark, and its clock is ten seconds behind.
    const clock = createClock(Date.now() - 15_000);
    await using behind = await startWithoutTimers({ clock });
    const merchant = await createClient(behind);
    const from = await behind.engine.read(readMark);
    const [id] = await storeWithdrawals(behind, merchant, 1);
    const found = await behind.engine.read(async (db) =>
      readChanges(db, { from, to: await readMark(db), sinceMs: 0 }, 10),
    );
    expect(found?.created.map((change) => change.id)).toEqual([id]);
  });
});

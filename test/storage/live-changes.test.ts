import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  call,
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
import { applyTransition, paymentOf, storeWithdrawals } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { type SeveralServices, startSeveral } from '../support/several-services.ts';
import { openStream, type Stream } from '../support/streams.ts';
import { onPostgres } from '../support/test-database.ts';

/** In the long run a minute, with the sessions cut every second. */
const CUTS = IS_LONG ? 60 : 6;
const PER_CUT = 50;

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

  test('what an operator has open is shown to one at another process', async () => {
    const say = async (service: TestService, as: Credentials, body: Record<string, string>) =>
      expectData(await call(service, '/v1/presence', { as, sign: 'timed', body })).others;
    const seen = async () => {
      await say(one, OPERATOR, { windowId: 'w', open: 'line-1' });
      return say(other, ADMIN, { windowId: 'w' });
    };
    await expect.poll(seen).toMatchObject([{ open: 'line-1', appKey: OPERATOR.appKey }]);
  });

  test('more transactions of one commit than a message holds reach another process', async () => {
    const merchant = await createClient(other);
    const seen = new Set<string>();
    const leaving = new AbortController();
    one.dependencies.bus.subscribe('somebody', leaving.signal, {
      matches({ id }) {
        seen.add(id);
        return false;
      },
    });
    const ids = await storeWithdrawals(other, merchant, 600);
    await expect.poll(() => ids.filter((id) => !seen.has(id))).toEqual([]);
    leaving.abort();
  });

  test('a subscription ends when the session is cut, and who subscribes and lists again misses nothing', async () => {
    const merchant = await createClient(other);
    const known = new Map<string, number>();
    const { bus, db } = one.dependencies;
    const leaving = new AbortController();
    /** Subscribes, reads all that there is, and goes on with what changes, until the subscription ends. */
    async function follow(): Promise<void> {
      while (!leaving.signal.aborted) {
        const stream = bus.subscribe('somebody', leaving.signal);
        for (const { id, sequence } of await db.read('findTransactions', [...created]))
          known.set(id, sequence);
        for await (const { id, sequence } of stream) {
          expect(sequence).toBeGreaterThanOrEqual(known.get(id) ?? 0);
          known.set(id, sequence);
        }
        ends += 1;
      }
    }
    const created = new Set<string>();
    let ends = 0;
    const following = follow();
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const startedAt = performance.now();
      const ids = await storeWithdrawals(other, merchant, PER_CUT, `cut-${cut}`);
      for (const id of ids) created.add(id);
      const cutting = several.cutSessions();
      await Promise.all(ids.map((id) => applyTransition(other, id, { kind: 'settle', sequence: 1 })));
      await cutting;
      await expect.poll(() => ids.filter((id) => known.get(id) !== 2), { timeout: 30_000 }).toEqual([]);
      const leftMs = startedAt + 1000 - performance.now();
      if (IS_LONG && leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
    }
    await expect.poll(() => ends).toBeGreaterThan(0);
    leaving.abort();
    await following;
  });
});

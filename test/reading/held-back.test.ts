import { expect, test } from 'vitest';
import { type Credentials, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { type HeldDesk, openHeldDesk } from '../support/held-back.ts';
import { SECOND_MS } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';

/** Filters that select by what a transition changes, or that look for it. */
const FILTERS = [
  '',
  ...['status=pending', 'status=successful', 'status=unsuccessful'],
  ...['reason=rejected', 'reason=reversed,cancelled', 'isLate=true', 'isLate=false'],
  ...['query=480', 'query=500', 'query=480&status=successful', 'query=500&status=successful'],
  ...['userId=u', 'userId=u&status=pending', 'userId=u&status=successful'],
  ...['userId=u&status=pending&type=deposit', 'minAmount=490', 'maxAmount=490', 'limit=2'],
];

/** Filters that leave out what is held back, instead of looking for it among rows that no index tells. */
const LEAVE_OUT = ['query=500&status=pending'];

/** Every list, total and statistic that a merchant reads. */
async function readAll({ service }: HeldDesk, as: Credentials): Promise<ReadonlyMap<string, Json>> {
  const read = async (path: string, filter: string) =>
    expectData(await service.ask(filter === '' ? path : `${path}?${filter}`, { as }));
  const found = new Map<string, Json>();
  for (const filter of FILTERS) {
    // updatedAt and sequence of what was undone tell nothing of what it was.
    const page = await read('/v1/transactions', filter);
    found.set(`list ${filter}`, { ...page, items: page.items.map(({ sequence: _, ...item }: Json) => item) });
  }
  for (const filter of [
    '',
    'type=deposit',
    'userId=u',
    'query=500',
    'query=480',
    'isSent=true',
    'minAmount=490',
  ])
    found.set(`totals ${filter}`, await read('/v1/queue-totals', filter));
  for (const groupBy of ['day', 'type', 'bank', 'client'])
    found.set(`statistics ${groupBy}`, await readStatistics(service, as, groupBy));
  return found;
}

const STATISTICS = `query ($input: StatisticsInput!) { stats(input: $input) {
  key createdCount createdAmount pendingCount successfulCount successfulAmount unsuccessfulCount
  expiredCount cancelledCount rejectedCount reversedCount secondsToSettle
} }`;

async function readStatistics(service: HeldDesk['service'], as: Credentials, groupBy: string): Promise<Json> {
  const input = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', groupBy };
  const body = JSON.stringify({ query: STATISTICS, variables: { input } });
  const { json, text } = await service.ask('/graphql', { as, body, contentType: 'application/json' });
  expect(json.errors, text).toBeUndefined();
  return json.data.stats;
}

/** One of each: what is pending, settled, rejected, reversed. @returns their ids. */
async function fill({ service }: HeldDesk, merchant: TestClient): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const kind of ['pending', 'settled', 'rejected', 'reversed', 'paid out'] as const) {
    const fields = { userId: kind === 'pending' ? 'u' : `u-${kind}` };
    const { transactionId } = await (kind === 'paid out'
      ? service.withdraw(merchant, fields)
      : service.deposit(merchant, fields));
    ids.push(transactionId);
    service.clock.advance(10 * SECOND_MS);
    if (kind === 'settled' || kind === 'reversed')
      await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    if (kind === 'reversed')
      await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'no' } });
    if (kind === 'rejected') await service.transition('reject', transactionId, { fields: { sequence: '1' } });
  }
  await service.callbackWorker.idle();
  return ids;
}

test('lists, totals and statistics of a merchant do not tell, by any filter, what the desk can still undo', async () => {
  await using desk = await openHeldDesk();
  const { service, merchant } = desk;
  const [pending = '', settled = '', rejected = '', reversed = '', paidOut = ''] = await fill(desk, merchant);
  await fill(desk, await createClient(service));
  const known = await readAll(desk, merchant);
  const deskKnew = await readAll(desk, OPERATOR);
  const holdAll = async () => {
    const fields = (sequence: number) => ({ sequence: String(sequence), reason: 'a slip' });
    const paid = { finalAmount: '480' };
    await desk.hold('settle', pending, { ...fields(1), ...paid });
    await desk.hold('reverse', settled, fields(2));
    await desk.hold('correct', rejected, { ...fields(2), ...paid });
    await desk.hold('correct', reversed, { ...fields(3), ...paid });
    await desk.hold('reject', paidOut, fields(1));
    // A second one behind the first.
    await desk.hold('correct', paidOut, { ...fields(2), ...paid });
  };
  await holdAll();
  expect(await readAll(desk, merchant)).toEqual(known);
  expect(await readAll(desk, OPERATOR)).not.toEqual(deskKnew);
  for (const filter of LEAVE_OUT) {
    const { items } = expectData(await service.ask(`/v1/transactions?${filter}`, { as: merchant }));
    for (const item of items) expect(item.status).toBe('pending');
  }
  for (const [id, sequence] of [
    [pending, 2],
    [settled, 3],
    [rejected, 3],
    [reversed, 4],
    [paidOut, 3],
  ] as const)
    await desk.undo(id, sequence);
  expect(await readAll(desk, merchant)).toEqual(known);
  // Only the first one of the two on the withdrawal was not undone, and is told.
  await desk.release();
  const told = await readAll(desk, merchant);
  expect(told.get('totals ')).toEqual({ waiting: 1, sent: 0, deposits: 1, withdrawals: 0 });
  expect(told.get('list reason=rejected').items).toHaveLength(2);
  expect(told.get('statistics type')).toMatchObject([
    ...known.get('statistics type').slice(0, 1),
    { key: 'withdrawal', pendingCount: 0, rejectedCount: 1, unsuccessfulCount: 1 },
  ]);
  const asDesk = await service.ask(`/v1/transactions?appKey=${merchant.appKey}`);
  expect(expectData(asDesk).items.map((item: Json) => item.status)).toEqual(
    told.get('list ').items.map((item: Json) => item.status),
  );
  await expectAgreement(service.databasePath);
});

test('whoever reads while others settle and undo, alone or in a list, never reads of it', async () => {
  await using desk = await openHeldDesk();
  const { service, merchant } = desk;
  const { transactionId, url } = await service.deposit(merchant);
  const token = new URL(url).pathname.slice('/pay/'.length);
  const { transactions } = service.dependencies;
  const actor = {
    kind: 'operator',
    clientId: (await createClient(service, { role: 'operator' })).id,
  } as const;
  let isDone = false;
  let reads = 0;
  const decide = async () => {
    for (let sequence = 1; sequence < 120 || reads < 100; sequence += 2) {
      const settle = { kind: 'settle', sequence, isByLine: true } as const;
      await transactions.transition({ transactionId, command: settle, actor, holdMs: 8000 });
      const undone = await transactions.undo({ transactionId, sequence: sequence + 1, actor });
      expect(undone.kind).toBe('stored');
    }
    isDone = true;
  };
  const seen = new Set<string>();
  const look = async (read: () => Promise<readonly Json[]>) => {
    while (!isDone) {
      for (const { status, finalAmount = null } of await read()) seen.add(`${status} ${finalAmount}`);
      reads += 1;
    }
  };
  const get = async (path: string) => expectData(await service.ask(path, { as: merchant }));
  const payment = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${service.url}/trpc/payments.get`, { headers });
    const { result } = (await response.json()) as Json;
    return [{ status: result.data.data.status }];
  };
  await Promise.all([
    decide(),
    look(async () => [await get(`/v1/transactions/${transactionId}`)]),
    look(async () => (await get('/v1/transactions')).items),
    look(async () => (await get('/v1/transactions?status=successful')).items),
    look(async () => (await get('/v1/transactions?status=pending')).items),
    look(payment),
  ]);
  expect([...seen]).toEqual(['pending null']);
}, 120_000);

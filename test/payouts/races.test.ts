import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, DEMO_BANK_ID, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { IS_LONG } from '../support/long.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';

let started: ManualClockService;
const service = () => started;
const TURNS = IS_LONG ? 8 : 3;
let accountId: string;
beforeAll(async () => {
  started = await startManualClockService({ limits: LONG_LOCK_TIMEOUT });
  accountId = (await createAccount(service(), { bankId: DEMO_BANK_ID })).id;
});
afterAll(() => started.stop());

const post = (target: string, body: Json, as = OPERATOR) =>
  service().ask(target, { as, method: 'POST', contentType: 'application/json', body: JSON.stringify(body) });
const prepare = (transactionIds: readonly string[], as = OPERATOR) =>
  post('/v1/payouts', { transactionIds, accountId }, as);

/** The statuses of calls that were sent at once. */
async function statusesOf(calls: readonly Promise<{ readonly status: number }>[]): Promise<number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).sort();
}

const liveRows = (transactionId: string) =>
  withDatabase(service().databasePath, (db) =>
    db
      .selectFrom('payout_rows')
      .select('batch_id')
      .where('transaction_id', '=', transactionId)
      .where('state', '=', 'in')
      .execute(),
  );

test('of eight batches that want one withdrawal, one gets it', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { transactionId } = await service().withdraw(MERCHANT);
    const statuses = await statusesOf(Array.from({ length: 8 }, () => prepare([transactionId])));
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(await liveRows(transactionId)).toHaveLength(1);
  }
});

test.each([
  ['claim', 'claim', {}],
  ['rejection', 'reject', { reason: 'no', sequence: 1 }],
])('of a batch and a %s, one wins', async (_, verb, body) => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { transactionId } = await service().withdraw(MERCHANT);
    const [batch, other] = await Promise.all([
      prepare([transactionId]),
      post(`/v1/transactions/${transactionId}/${verb}`, body),
    ]);
    expect([batch.status, other.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await liveRows(transactionId)).toHaveLength(batch.status === 200 ? 1 : 0);
  }
});

test('approvals, rejections and removals at once leave one state, and nothing stuck', async () => {
  const third = await createClient(service(), { role: 'operator', name: 'Third' });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const ids = [
      (await service().withdraw(MERCHANT)).transactionId,
      (await service().withdraw(MERCHANT)).transactionId,
    ];
    const { payoutId, contentHash } = (await prepare(ids)).json.data;
    const target = `/v1/payouts/${payoutId}`;
    const responses = await Promise.all([
      post(`${target}/approve`, { contentHash }, ADMIN),
      post(`${target}/approve`, { contentHash }, third),
      post(`${target}/reject`, { contentHash, reason: 'no' }),
      post(`${target}/remove`, { contentHash, transactionIds: [ids[0]] }, ADMIN),
    ]);
    for (const { status } of responses) expect([200, 409]).toContain(status);
    // Of a rejection and a removal, each of which makes another batch of it, one wins.
    expect(responses.slice(2).filter(({ status }) => status === 200)).toHaveLength(1);
    const { data } = (await service().ask(target)).json;
    expect(data.state).toBe(responses[2]!.status === 200 ? 'rejected' : 'prepared');
    expect(data.rows).toHaveLength(data.state === 'rejected' ? 0 : 1);
  }
});

test('a line of a bank and an approval at once leave no approval of what was paid', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const ids = [
      (await service().withdraw(MERCHANT)).transactionId,
      (await service().withdraw(MERCHANT)).transactionId,
    ];
    const { payoutId, contentHash } = (await prepare(ids)).json.data;
    await Promise.all([
      post(`/v1/payouts/${payoutId}/approve`, { contentHash }, ADMIN),
      service().dependencies.transactions.transition({
        transactionId: ids[0]!,
        command: { kind: 'settle', sequence: 1, isByLine: true },
        actor: { kind: 'service', clientId: null },
      }),
    ]);
    const { data } = (await service().ask(`/v1/payouts/${payoutId}`)).json;
    expect(data).toMatchObject({ state: 'prepared', count: 1 });
    expect(data.rows.map((row: Json) => row.transactionId)).toEqual([ids[1]]);
  }
  await expectAgreement(service().databasePath);
});

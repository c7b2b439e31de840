import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depositFields, type Json, OPERATOR, startTestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { everyNth } from '../support/long.ts';
import { paymentOf } from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import {
  fieldsOf,
  HOLD_SECONDS,
  MOVES,
  openPlanDesk,
  type PlanDesk,
  readAtDesk,
} from '../support/plan-desk.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { SURFACES } from '../support/surfaces.ts';

describe('repeats', () => {
  let desk: PlanDesk;
  beforeAll(async () => {
    desk = await openPlanDesk();
  });
  afterAll(async () => {
    await expectAgreement(desk.service.databasePath);
    await desk[Symbol.asyncDispose]();
  });

  /** Each that a transition writes once. */
  async function written() {
    const { service, receiver } = desk;
    await service.callbackWorker.idle();
    return { audit: (await readAudit(service.databasePath)).length, deliveries: receiver.deliveries.length };
  }

  /** Sends a request again, and asserts that it changes nothing. @returns the answer. */
  async function repeat(send: () => Promise<Json>): Promise<Json> {
    const before = await written();
    const answer = await send();
    expect(await written()).toEqual(before);
    return answer;
  }

  async function post(path: string, body: Json, as = OPERATOR) {
    return desk.service.ask(`/v1/transactions/${path}`, { as, method: 'POST', body });
  }

  // Each command of each surface is repeated by audit/commands.test.ts.
  const CASES = MOVES.flatMap(([verb, before]) =>
    (['deposit', 'withdraw'] as const).flatMap((type) =>
      SURFACES.map((surface) => ({ verb, before, type, surface, name: surface.name })),
    ),
  );

  testOnce.each(everyNth(7, CASES))(
    'a repeated $verb of a $type after $before over $name is answered with the current transaction, and happens once',
    async ({ verb, before, type, surface }) => {
      const { service, merchant } = desk;
      const { transactionId } = await service[type](merchant);
      for (const [index, one] of before.entries())
        await service.transition(one, transactionId, { fields: fieldsOf(one, index + 1) });
      const sequence = before.length + 1;
      const made = await service.transition(verb, transactionId, { fields: fieldsOf(verb, sequence) });
      const { sequence: _, ...fields } = fieldsOf(verb, sequence);
      const payment = type === 'withdraw' && 'finalAmount' in fields ? await paymentOf(service) : {};
      const input: Input = {
        transactionId,
        ...fields,
        ...payment,
        sequence,
        ...('finalAmount' in fields && { finalAmount: 480 }),
      };
      const nowMs = service.clock.nowMs();
      const send = { operation: `${verb}Transaction`, input, as: OPERATOR, nowMs };
      const { data, text } = await repeat(() => surface.run(service, send));
      expect(data, text).toMatchObject({ transactionId, sequence: sequence + 1, status: made.status });
      expect(await service.events(transactionId)).toHaveLength(sequence);
    },
  );

  testOnce('a repeat is answered as such also after later transitions', async () => {
    const { transactionId } = await desk.service.deposit(desk.merchant);
    const settle = { sequence: '1' };
    expectData(await post(`${transactionId}/settle`, settle));
    expectData(await post(`${transactionId}/reverse`, { sequence: '2', reason: 'back' }));
    const again = await repeat(() => post(`${transactionId}/settle`, settle));
    expect(expectData(again as never)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
  });

  testOnce('another kind, actor or amount with an old sequence is refused', async () => {
    const { service, merchant } = desk;
    const other = await createClient(service, { role: 'operator' });
    const { transactionId } = await service.deposit(merchant);
    expectData(await post(`${transactionId}/settle`, { sequence: '1', finalAmount: '480' }));
    const refused = [
      await post(`${transactionId}/reject`, { sequence: '1' }),
      await post(`${transactionId}/settle`, { sequence: '1', finalAmount: '480' }, other),
      await post(`${transactionId}/settle`, { sequence: '1', finalAmount: '481' }),
      await post(`${transactionId}/settle`, { sequence: '1' }),
      await post(`${transactionId}/settle`, { sequence: '3', finalAmount: '480' }),
    ];
    for (const answer of refused) expectFailure(answer, 'error_stale_sequence');
  });

  testOnce(
    'a correction without an amount that has happened is recognized by the amount before it',
    async () => {
      const { transactionId } = await desk.service.deposit(desk.merchant);
      expectData(await post(`${transactionId}/settle`, { sequence: '1', finalAmount: '480' }));
      expectData(await post(`${transactionId}/reverse`, { sequence: '2', reason: 'back' }));
      const correct = { sequence: '3', reason: 'came after all' };
      expectData(await post(`${transactionId}/correct`, correct));
      const again = await repeat(() => post(`${transactionId}/correct`, correct));
      expect(expectData(again as never)).toMatchObject({ finalAmount: 480, sequence: 4 });
    },
  );

  test('equal settles that share a commit happen once, and all are answered with it', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    const item = { transactionId, sequence: 1 };
    const settle = () => service.ask('/v1/transactions/settle', { json: { items: [item, item] } });
    const results: Json[] = [...expectData(await settle()), ...expectData(await settle())];
    expect(results.map(({ transaction }) => transaction?.sequence)).toEqual([2, 2, 2, 2]);
    expect(await service.events(transactionId)).toHaveLength(1);
    const rows = (await readAudit(service.databasePath)).filter(
      ({ operation }) => operation === 'settleTransactions',
    );
    expect(rows).toHaveLength(1);
  });

  testOnce('a planned decision that has happened is answered with the transaction as it stands', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, fieldsOf('settle', 1));
    await desk.runPlans();
    const again = await repeat(() => desk.plan('settle', transactionId, fieldsOf('settle', 1)));
    expect(again).toMatchObject({ status: 'successful', sequence: 2, planned: null });
    service.clock.advance(HOLD_SECONDS * 1000);
    await service.planRunner.runNow();
    expect(await readAtDesk(service, transactionId)).toMatchObject({ sequence: 2 });
  });

  testOnce(
    'a cancel of the merchant with the old sequence is answered with the transaction as it stands',
    async () => {
      const { service, merchant } = desk;
      const { transactionId } = await service.withdraw(merchant);
      const cancel = () => post(`${transactionId}/cancel`, { sequence: '1' }, merchant);
      expectData(await cancel());
      const again = await repeat(cancel);
      expect(expectData(again as never)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
      const byDesk = await post(`${transactionId}/cancel`, { sequence: '1' });
      expectFailure(byDesk, 'error_stale_sequence');
    },
  );
});

testOnce(
  'creates with one processId raced over all surfaces create one transaction, which all calls return',
  async () => {
    await using service = await startTestService();
    const fields = depositFields();
    const input = { ...fields, amount: 500 };
    const sent = Array.from({ length: 20 }, (_, index) =>
      SURFACES[index % SURFACES.length]!.run(service, { operation: 'createDeposit', input }),
    );
    const outcomes = await Promise.all(sent);
    await using committed = openCommitted(service.databasePath);
    const [row, ...more] = await committed.withProcessId(fields.processId ?? '');
    expect(more).toEqual([]);
    expect(new Set(outcomes.map(({ data, text }) => data?.transactionId ?? text))).toEqual(
      new Set([row!.id]),
    );
    // One response reports a new transaction, all others an existing one.
    expect(outcomes.filter(({ data }) => !data.alreadyPending)).toHaveLength(1);
  },
);

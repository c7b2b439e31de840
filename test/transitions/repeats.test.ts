import { describe, expect, test } from 'vitest';
import { depositFields, type Json, OPERATOR, withdrawalFields } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
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
import { useService } from '../support/shared-service.ts';
import { type Outcome, SURFACES } from '../support/surfaces.ts';

describe('repeats', () => {
  /** Each that a transition writes once. */
  async function written({ service, receiver }: PlanDesk) {
    await service.callbackWorker.idle();
    return { audit: (await readAudit(service.databasePath)).length, deliveries: receiver.deliveries.length };
  }

  /** Sends a request again, and asserts that it changes nothing. @returns the answer. */
  async function repeat(desk: PlanDesk, send: () => Promise<Json>): Promise<Json> {
    const before = await written(desk);
    const answer = await send();
    expect(await written(desk)).toEqual(before);
    await expectAgreement(desk.service.databasePath);
    return answer;
  }

  async function post(desk: PlanDesk, path: string, body: Json, as = OPERATOR) {
    return desk.service.ask(`/v1/transactions/${path}`, { as, method: 'POST', body });
  }

  describe.each(MOVES)('a %s after %j, sent again', (verb, before) => {
    testOnce('is answered with the transaction as it stands on every surface, and happens once', async () => {
      await using desk = await openPlanDesk();
      const { service, merchant } = desk;
      for (const type of ['deposit', 'withdraw'] as const) {
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
        for (const surface of SURFACES) {
          const run = () =>
            surface.run(service, {
              operation: `${verb}Transaction`,
              input,
              as: OPERATOR,
              nowMs: service.clock.nowMs(),
            });
          const { data, text } = await repeat(desk, run);
          expect(data, text).toMatchObject({ transactionId, sequence: sequence + 1, status: made.status });
        }
        expect(await service.events(transactionId)).toHaveLength(sequence);
      }
    });
  });

  testOnce('a repeat is answered as such also after later transitions', async () => {
    await using desk = await openPlanDesk();
    const { transactionId } = await desk.service.deposit(desk.merchant);
    const settle = { sequence: '1' };
    expectData(await post(desk, `${transactionId}/settle`, settle));
    expectData(await post(desk, `${transactionId}/reverse`, { sequence: '2', reason: 'back' }));
    const again = await repeat(desk, () => post(desk, `${transactionId}/settle`, settle));
    expect(expectData(again as never)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
  });

  testOnce('another kind, actor or amount with an old sequence is refused', async () => {
    await using desk = await openPlanDesk();
    const { service, merchant } = desk;
    const other = await createClient(service, { role: 'operator' });
    const { transactionId } = await service.deposit(merchant);
    expectData(await post(desk, `${transactionId}/settle`, { sequence: '1', finalAmount: '480' }));
    const refused = [
      await post(desk, `${transactionId}/reject`, { sequence: '1' }),
      await post(desk, `${transactionId}/settle`, { sequence: '1', finalAmount: '480' }, other),
      await post(desk, `${transactionId}/settle`, { sequence: '1', finalAmount: '481' }),
      await post(desk, `${transactionId}/settle`, { sequence: '1' }),
      await post(desk, `${transactionId}/settle`, { sequence: '3', finalAmount: '480' }),
    ];
    for (const answer of refused) expectFailure(answer, 'error_stale_sequence');
  });

  testOnce(
    'a correction without an amount that has happened is recognized by the amount before it',
    async () => {
      await using desk = await openPlanDesk();
      const { transactionId } = await desk.service.deposit(desk.merchant);
      expectData(await post(desk, `${transactionId}/settle`, { sequence: '1', finalAmount: '480' }));
      expectData(await post(desk, `${transactionId}/reverse`, { sequence: '2', reason: 'back' }));
      const correct = { sequence: '3', reason: 'came after all' };
      expectData(await post(desk, `${transactionId}/correct`, correct));
      const again = await repeat(desk, () => post(desk, `${transactionId}/correct`, correct));
      expect(expectData(again as never)).toMatchObject({ finalAmount: 480, sequence: 4 });
    },
  );

  test('equal settles that share a commit happen once, and all are answered with it', async () => {
    await using desk = await openPlanDesk();
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
    await using desk = await openPlanDesk();
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, fieldsOf('settle', 1));
    await desk.runPlans();
    const again = await repeat(desk, () => desk.plan('settle', transactionId, fieldsOf('settle', 1)));
    expect(again).toMatchObject({ status: 'successful', sequence: 2, planned: null });
    service.clock.advance(HOLD_SECONDS * 1000);
    await service.planRunner.runNow();
    expect(await readAtDesk(service, transactionId)).toMatchObject({ sequence: 2 });
  });

  testOnce(
    'a cancel of the merchant with the old sequence is answered with the transaction as it stands',
    async () => {
      await using desk = await openPlanDesk();
      const { service, merchant } = desk;
      const { transactionId } = await service.withdraw(merchant);
      const cancel = () => post(desk, `${transactionId}/cancel`, { sequence: '1' }, merchant);
      expectData(await cancel());
      const again = await repeat(desk, cancel);
      expect(expectData(again as never)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
      const byDesk = await post(desk, `${transactionId}/cancel`, { sequence: '1' });
      expectFailure(byDesk, 'error_stale_sequence');
    },
  );
});

describe('surfaces race', () => {
  const REQUESTS = 60;
  const service = useService();

  /** Sends all inputs concurrently, rotating over the surfaces. */
  function race(
    operation: 'createDeposit' | 'createWithdrawal',
    inputs: readonly Input[],
  ): Promise<Outcome[]> {
    const sent = inputs.map((input, index) =>
      SURFACES[index % SURFACES.length]!.run(service(), { operation, input }),
    );
    return Promise.all(sent);
  }

  async function storedWith(processId: unknown): Promise<{ id: string; amount_minor: number }[]> {
    await using committed = openCommitted(service().databasePath);
    return (await committed.withProcessId(String(processId))).map(({ id, amount_minor }) => ({
      id,
      amount_minor,
    }));
  }

  const withNumber = (fields: Record<string, string>): Input => ({ ...fields, amount: 500 });

  describe.each([
    ['createDeposit', () => withNumber(depositFields())],
    ['createWithdrawal', () => withNumber(withdrawalFields())],
  ] as const)('%s with one processId raced over all surfaces', (operation, makeInput) => {
    test('creates one transaction, which all calls return', async () => {
      const input = makeInput();
      const outcomes = await race(operation, new Array<Input>(REQUESTS).fill(input));
      const [row, ...more] = await storedWith(input.processId);
      expect(more).toEqual([]);
      const ids = outcomes.map(({ data, text }) => data?.transactionId ?? text);
      expect([...new Set(ids)]).toEqual([row!.id]);
      // One response reports a new transaction, all others an existing one.
      const made = outcomes.filter(({ data }) => !data.alreadyPending);
      expect(made).toHaveLength(operation === 'createDeposit' ? 1 : REQUESTS);
    });

    test('with different contents has one winner, and all others get a conflict that names it', async () => {
      const input = makeInput();
      const inputs = Array.from({ length: REQUESTS }, (_, index) => ({ ...input, amount: 500 + index }));
      const outcomes = await race(operation, inputs);
      const [row, ...more] = await storedWith(input.processId);
      expect(more).toEqual([]);
      const winner = outcomes.findIndex(({ data }) => data);
      expect(row).toEqual({ id: outcomes[winner]!.data.transactionId, amount_minor: 50_000 + 100 * winner });
      const others = outcomes.filter((_, index) => index !== winner);
      expect(others.map(({ status, error }) => [status, error?.type])).toEqual(
        others.map(() => [409, 'error_process_id_conflict']),
      );
      for (const { error } of others) expect(error!.message).toContain(row!.id);
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { SECOND_MS } from '../support/manual-clock-service.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

const holdSeconds = String(HOLD_SECONDS);

const undo = (transactionId: string, sequence = '1') =>
  desk.service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence } });

async function runPlans(): Promise<void> {
  desk.service.clock.advance(HOLD_SECONDS * SECOND_MS);
  await desk.service.planRunner.runNow();
}

const match = () => desk.service.statementMatcher.matchNow();

/** Plans to settle a deposit by hand, and receives the line that pays it. */
async function planByHand() {
  const { transactionId, reference } = await desk.deposit();
  await desk.service.transition('settle', transactionId, { fields: { sequence: '1', holdSeconds } });
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
  return { transactionId, lineId: line.lineId };
}

describe('a line that pays a transaction with a plan', () => {
  test('waits until the plan has happened, and is then its payment', async () => {
    const { transactionId, lineId } = await planByHand();
    expect((await desk.line(lineId)).line.state).toBe('new');
    const refused = await desk.decide('confirm', lineId, { transactionId });
    const { message } = expectFailure(refused, 'error_transition_not_allowed');
    expect(message).toContain(`Try again in ${HOLD_SECONDS} seconds`);
    await runPlans();
    await match();
    expect((await desk.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 2 });
  });

  test('settles it when the plan is undone', async () => {
    const { transactionId, lineId } = await planByHand();
    expectData(await undo(transactionId));
    await match();
    expect((await desk.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
  });

  test('keeps its match while a reversal is planned', async () => {
    const { transactionId, reference } = await desk.deposit();
    const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
    const fields = { sequence: '2', reason: 'x', holdSeconds };
    await desk.service.transition('reverse', transactionId, { fields });
    const refused = await desk.decide('undo', line.lineId, { reason: 'too soon' });
    expectFailure(refused, 'error_transition_not_allowed');
    await runPlans();
    expectData(await desk.decide('undo', line.lineId, { reason: 'x' }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
  });
});

describe('a planned confirm', () => {
  let opened = 0;
  /** Two deposits, and a line that names neither: a person decides. */
  async function open() {
    const [first, second] = [await desk.deposit(), await desk.deposit()];
    opened += 1;
    const [line] = await desk.receive({ amountMinor: 50_000 + opened, name: 'SOMEBODY ELSE', text: 'rent' });
    const { lineId, state } = line;
    const confirm = (transactionId: string) =>
      desk.decide('confirm', lineId, { transactionId, sequence: 1, holdSeconds: HOLD_SECONDS });
    return { first, second, lineId, state, confirm };
  }

  test('leaves line and deposit as they are until it is due, and then matches both', async () => {
    const { first, lineId, state, confirm } = await open();
    const { line } = expectData(await confirm(first.transactionId));
    const planned = { transactionId: first.transactionId, to: 'successful' };
    expect(line).toMatchObject({ state, transactionId: null, planned });
    expect(await desk.transaction(first.transactionId)).toMatchObject({ status: 'pending', sequence: 1 });
    await runPlans();
    expect((await desk.line(lineId)).line).toMatchObject({
      state: 'matched',
      transactionId: first.transactionId,
      planned: null,
    });
    expect(await desk.transaction(first.transactionId)).toMatchObject({ status: 'successful', sequence: 2 });
  });

  test('that is undone has decided nothing', async () => {
    const { first, lineId, confirm } = await open();
    const before = await desk.line(lineId);
    expectData(await confirm(first.transactionId));
    expectData(await undo(first.transactionId));
    await runPlans();
    expect(await desk.line(lineId)).toEqual(before);
    expect(await desk.transaction(first.transactionId)).toMatchObject({ status: 'pending', planned: null });
  });

  test('keeps its line from other decisions', async () => {
    const { first, second, lineId, confirm } = await open();
    expectData(await confirm(first.transactionId));
    for (const refused of [
      await confirm(second.transactionId),
      await desk.decide('put-away', lineId, { note: 'not ours' }),
    ]) {
      expectFailure(refused, 'error_transition_not_allowed');
      expect(refused.headers.get('retry-after')).toBe(holdSeconds);
    }
    await runPlans();
    expect(await desk.transaction(second.transactionId)).toMatchObject({ status: 'pending' });
  });

  test('of one line for two transactions at once is made for one', { timeout: 120_000 }, async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { first, second, confirm } = await open();
      const answers = await Promise.all([confirm(first.transactionId), confirm(second.transactionId)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await runPlans();
      const found = [
        await desk.transaction(first.transactionId),
        await desk.transaction(second.transactionId),
      ];
      expect(found.map((one: Json) => one.status).sort()).toEqual(['pending', 'successful']);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { type Json, OPERATOR } from '../harness.ts';
import { IS_LONG } from '../support/long.ts';
import { SECOND_MS } from '../support/manual-clock-service.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { signOnce } from '../support/signed-posts.ts';
import { SURFACES } from '../support/surfaces.ts';

const desk = useDesk();

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
  return { transactionId, reference, lineId: line.lineId };
}

describe('a line that pays a transaction with a plan', () => {
  test('waits until the plan has happened, and is then its payment', async () => {
    const { transactionId, reference, lineId } = await planByHand();
    expect((await desk.line(lineId)).line.state).toBe('new');
    const refused = await desk.decide('confirm', lineId, { transactionId });
    const { message } = expectFailure(refused, 'error_transition_not_allowed');
    expect(message).toContain(`Try again in ${HOLD_SECONDS} seconds`);
    await runPlans();
    await match();
    const { line, decisions } = await desk.line(lineId);
    expect(line).toMatchObject({ state: 'matched', transactionId });
    expect(decisions[0]).toMatchObject({ rule: 'reference-noted', actor: 'reconciliation' });
    const [second] = await desk.receive({ amountMinor: 50_000, text: `again ${reference}` });
    expect(second).toMatchObject({ state: 'double-payment' });
    expectData(await desk.decide('undo', lineId, { reason: 'x' }));
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
    for (let turn = 0; turn < (IS_LONG ? 4 : 1); turn += 1) {
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

describe('seen states', () => {
  /** Settles a deposit by hand with another amount, receives its line, and reverses the deposit while an operator looks at the line. */
  async function reversedMeanwhile() {
    const { service } = desk;
    const { transactionId, reference } = await desk.deposit();
    await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '490' } });
    const [{ lineId }] = (await desk.receive({
      amountMinor: 50_000,
      name: 'TEST USER',
      text: reference,
    })) as [Json];
    const { sequence } = await desk.transaction(transactionId);
    await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
    return { transactionId, lineId, sequence };
  }

  test('a confirm that names what the operator saw does nothing to a transaction that has changed since', async () => {
    const { transactionId, lineId, sequence } = await reversedMeanwhile();
    const confirm = (seen: number) => desk.decide('confirm', lineId, { transactionId, sequence: seen });
    const { fields } = expectFailure(await confirm(sequence), 'error_stale_sequence');
    expect(fields).toMatchObject([{ path: 'sequence' }]);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
    expect((await desk.line(lineId)).line).toMatchObject({ state: 'proposed', transactionId: null });
    expectData(await confirm(3));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
  });

  test('every surface takes the sequence of a confirm', async () => {
    const { service } = desk;
    for (const surface of SURFACES.filter((one) => one.offers('confirmStatementLine'))) {
      const { transactionId, lineId, sequence } = await reversedMeanwhile();
      service.clock.advance(1000);
      const { error } = await surface.run(service, {
        operation: 'confirmStatementLine',
        input: { lineId, transactionId, sequence },
        as: OPERATOR,
        nowMs: service.clock.nowMs(),
      });
      expect(error?.type, surface.name).toBe('error_stale_sequence');
    }
  });

  test('an undo that names the decision that was seen takes no later one back', async () => {
    const [first, second] = [await desk.deposit(), await desk.deposit()];
    const [{ lineId }] = (await desk.receive({
      amountMinor: 50_000,
      name: 'TEST USER',
      text: first.reference,
    })) as [Json];
    const standing = async () => (await desk.line(lineId)).decisions[0].decisionId;
    const decisionId = await standing();
    expectData(await desk.decide('undo', lineId, { reason: 'another operator' }));
    const { transactionId } = second;
    expectData(await desk.decide('confirm', lineId, { transactionId, reason: 'x' }));
    const late = await desk.decide('undo', lineId, { decisionId, reason: 'x' });
    const { fields } = expectFailure(late, 'error_stale_sequence');
    expect(fields).toMatchObject([{ path: 'decisionId' }]);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
    expectData(await desk.decide('undo', lineId, { decisionId: await standing(), reason: 'x' }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful' });
  });

  test('the same bytes of a decision about a line decide once, whatever was decided in between', async () => {
    const { service } = desk;
    const { transactionId } = await desk.deposit();
    const [{ lineId }] = (await desk.receive({ amountMinor: 50_000, text: 'x' })) as [Json];
    service.clock.advance(1000);
    const prepare = (verb: string, body: Json) => {
      const target = `/v1/statement-lines/${lineId}/${verb}`;
      const post = { target, body: JSON.stringify(body), as: OPERATOR };
      const send = signOnce(post, service.clock.nowMs());
      return () => send(service);
    };
    const [confirm, undo] = [
      prepare('confirm', { transactionId, reason: 'x' }),
      prepare('undo', { reason: 'x' }),
    ];
    expectData(await confirm());
    expectData(await undo());
    expectFailure(await confirm(), 'error_invalid_sign');
    expect((await desk.line(lineId)).line.state).toBe('undone');
    expectData(await desk.decide('confirm', lineId, { transactionId, reason: 'again' }));
    expectFailure(await undo(), 'error_invalid_sign');
    expect((await desk.line(lineId)).line.state).toBe('matched');
  });
});

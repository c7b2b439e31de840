import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { signOnce } from '../support/signed-posts.ts';
import { SURFACES } from '../support/surfaces.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

/** Settles a deposit by hand with another amount, receives its line, and reverses the deposit while an operator looks at the line. */
async function reversedMeanwhile() {
  const { service } = desk;
  const { transactionId, reference } = await desk.deposit();
  await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '490' } });
  const [{ lineId }] = (await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference })) as [
    Json,
  ];
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

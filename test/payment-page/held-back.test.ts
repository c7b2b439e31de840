import { expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { TTL_MS } from '../support/expiry-assertions.ts';
import { type HeldDesk, openHeldDesk, readAtDesk } from '../support/held-back.ts';
import { HOUR_MS } from '../support/manual-clock-service.ts';
import { createPayable, openPaymentPage, type PayableDeposit, payerCall } from '../support/payments.ts';
import { openPaymentStream } from '../support/streams.ts';

const payable = ({ service, merchant }: HeldDesk) => createPayable(service, {}, merchant);

const read = async ({ service }: HeldDesk, { token }: PayableDeposit): Promise<Json> =>
  (await payerCall(service, 'payments.get', { token })).json.result.data.data;

const act = async ({ service }: HeldDesk, { token }: PayableDeposit, name: 'cancel' | 'markSent') =>
  (await payerCall(service, `payments.${name}`, { token, method: 'POST' })).json;

test('a payer knows nothing of what the desk can still undo, by a call, on the page and in the stream', async () => {
  await using desk = await openHeldDesk();
  const deposit = await payable(desk);
  using stream = await openPaymentStream(desk.service, deposit.token);
  const known = await read(desk, deposit);
  expect(await stream.payload()).toEqual(known);
  const page = await openPaymentPage(desk.service, deposit.path);
  const words = { reason: 'The sender has another name', seenBy: 'payer' };
  await desk.hold('reject', deposit.transactionId, { sequence: '1', ...words });
  expect(await read(desk, deposit)).toEqual(known);
  const held = await openPaymentPage(desk.service, deposit.path);
  expect({ status: held.status, text: held.text }).toEqual({ status: 200, text: page.text });
  await desk.undo(deposit.transactionId, 2);
  await desk.release();
  const rejected = await desk.hold('reject', deposit.transactionId, { sequence: '3', ...words });
  await desk.release();
  // The undone one was not told: the second event of the stream is that of the release.
  expect(await stream.payload()).toMatchObject({
    ...{ status: 'unsuccessful', outcome: 'unsuccessful', account: null },
    ...{ reason: words.reason, endedAt: rejected.updatedAt },
  });
  expect((await openPaymentPage(desk.service, deposit.path)).text).toContain(words.reason);
});

test('while a reversal is held back the payer still reads what was paid, and why', async () => {
  await using desk = await openHeldDesk();
  const deposit = await payable(desk);
  await desk.service.transition('settle', deposit.transactionId, {
    fields: { sequence: '1', finalAmount: '499.5', reason: 'A fee was taken', seenBy: 'payer' },
  });
  const paid = await read(desk, deposit);
  expect(paid).toMatchObject({ outcome: 'successful', amount: 499.5, reason: 'A fee was taken' });
  await desk.hold('reverse', deposit.transactionId, {
    sequence: '2',
    reason: 'It went back',
    seenBy: 'payer',
  });
  expect(await read(desk, deposit)).toEqual(paid);
  await desk.release();
  expect(await read(desk, deposit)).toMatchObject({ outcome: 'reversed', reason: 'It went back' });
});

test('a payer who reports during a hold has reported, whether it is undone or not', async () => {
  await using desk = await openHeldDesk();
  const { service, merchant } = desk;
  for (const isUndone of [true, false]) {
    const deposit = await payable(desk);
    using stream = await openPaymentStream(service, deposit.token);
    await stream.payload();
    await desk.hold('settle', deposit.transactionId, { sequence: '1' });
    const sentAt = new Date(service.clock.nowMs()).toISOString();
    const answer = await act(desk, deposit, 'markSent');
    expect(answer.result.data.data).toMatchObject({ status: 'pending', sentAt });
    expect(await stream.payload()).toMatchObject({ status: 'pending', sentAt });
    expect(await readAtDesk(service, deposit.transactionId)).toMatchObject({ status: 'successful', sentAt });
    const own = await service.ask(`/v1/transactions/${deposit.transactionId}`, { as: merchant });
    expect(own.json.data).toMatchObject({ status: 'pending', sequence: 1, sentAt });
    if (isUndone) {
      await desk.undo(deposit.transactionId, 2);
      service.clock.advance(TTL_MS + HOUR_MS);
      await service.sweeper.sweep();
      // A payer who said "sent" has a day, and not half an hour.
      expect(await read(desk, deposit)).toMatchObject({ status: 'pending', sentAt });
    } else {
      await desk.release();
      expect(await stream.payload()).toMatchObject({ status: 'successful', sentAt });
    }
    await expectAgreement(service.databasePath);
  }
});

test('a payer who cancels during a hold is refused and reads no more than before; afterwards it is possible', async () => {
  await using desk = await openHeldDesk();
  const deposit = await payable(desk);
  await desk.hold('settle', deposit.transactionId, { sequence: '1' });
  const { error } = await act(desk, deposit, 'cancel');
  expect(error.data.error).toEqual({
    type: 'error_transition_not_allowed',
    message: `The desk is deciding about transaction ${deposit.transactionId}. Try again in 8 seconds.`,
  });
  const posted = await openPaymentPage(desk.service, deposit.path, { action: 'cancel' });
  expect(posted.status).toBe(303);
  expect(await read(desk, deposit)).toMatchObject({ status: 'pending', outcome: null });
  await desk.undo(deposit.transactionId, 2);
  const cancelled = await act(desk, deposit, 'cancel');
  expect(cancelled.result.data.data).toMatchObject({ outcome: 'cancelled' });
  await expectAgreement(desk.service.databasePath);
});

test('a deposit that is paid in its last second is not on sale afterwards, and ends as paid', async () => {
  await using desk = await openHeldDesk();
  const { service, merchant } = desk;
  const deposit = await payable(desk);
  service.clock.advance(TTL_MS - 1);
  await desk.hold('settle', deposit.transactionId, { sequence: '1' });
  service.clock.advance(1);
  expect(await service.sweeper.sweep()).toBe(0);
  // As far as the payer knows, the time is over: nobody is to send money now.
  expect(await read(desk, deposit)).toMatchObject({ outcome: 'expired', account: null });
  const own = () => service.ask(`/v1/transactions/${deposit.transactionId}`, { as: merchant });
  expect((await own()).json.data).toMatchObject({ status: 'pending', sequence: 1 });
  await desk.release();
  expect(await read(desk, deposit)).toMatchObject({ outcome: 'successful' });
  expect((await own()).json.data).toMatchObject({ status: 'successful', sequence: 2 });
});

import { expect, test } from 'vitest';
import { type Json, startTestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { TTL_MS } from '../support/expiry-assertions.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { HOUR_MS } from '../support/manual-clock-service.ts';
import {
  cancel,
  createPayable,
  openPaymentPage,
  type PayableDeposit,
  payerCall,
} from '../support/payments.ts';
import { openPlanDesk, type PlanDesk, readAtDesk } from '../support/plan-desk.ts';
import { openPaymentStream } from '../support/streams.ts';

const SENT = { method: 'POST' } as const;

const payable = ({ service, merchant }: PlanDesk) => createPayable(service, {}, merchant);

const read = async ({ service }: PlanDesk, { token }: PayableDeposit): Promise<Json> =>
  (await payerCall(service, 'payments.get', { token })).json.result.data.data;

const act = async ({ service }: PlanDesk, { token }: PayableDeposit, name: 'cancel' | 'markSent') =>
  (await payerCall(service, `payments.${name}`, { token, method: 'POST' })).json;

test('a payer sees nothing of a plan in calls, on the page or in the stream', async () => {
  await using desk = await openPlanDesk();
  const deposit = await payable(desk);
  using stream = await openPaymentStream(desk.service, deposit.token);
  const known = await read(desk, deposit);
  expect(await stream.payload()).toEqual(known);
  const page = await openPaymentPage(desk.service, deposit.path);
  const words = { reason: 'The sender has another name', seenBy: 'payer' };
  await desk.plan('reject', deposit.transactionId, { sequence: '1', ...words });
  expect(await read(desk, deposit)).toEqual(known);
  const held = await openPaymentPage(desk.service, deposit.path);
  expect({ status: held.status, text: held.text }).toEqual({ status: 200, text: page.text });
  await desk.undo(deposit.transactionId, 1);
  await desk.runPlans();
  await desk.plan('reject', deposit.transactionId, { sequence: '1', ...words });
  await desk.runPlans();
  const rejected = await readAtDesk(desk.service, deposit.transactionId);
  expect(await stream.payload()).toMatchObject({
    status: 'unsuccessful',
    outcome: 'unsuccessful',
    account: null,
    reason: words.reason,
    endedAt: rejected.updatedAt,
  });
  expect((await openPaymentPage(desk.service, deposit.path)).text).toContain(words.reason);
});

test("a payer's report during a plan is kept, whether the plan is undone or not", async () => {
  await using desk = await openPlanDesk();
  const { service, merchant } = desk;
  for (const isUndone of [true, false]) {
    const deposit = await payable(desk);
    using stream = await openPaymentStream(service, deposit.token);
    await stream.payload();
    await desk.plan('settle', deposit.transactionId, { sequence: '1' });
    const sentAt = new Date(service.clock.nowMs()).toISOString();
    const answer = await act(desk, deposit, 'markSent');
    expect(answer.result.data.data).toMatchObject({ status: 'pending', sentAt });
    expect(await stream.payload()).toMatchObject({ status: 'pending', sentAt });
    expect(await readAtDesk(service, deposit.transactionId)).toMatchObject({ status: 'pending', sentAt });
    const own = await service.ask(`/v1/transactions/${deposit.transactionId}`, { as: merchant });
    expect(own.json.data).toMatchObject({ status: 'pending', sequence: 1, sentAt });
    if (isUndone) {
      await desk.undo(deposit.transactionId, 1);
      service.clock.advance(TTL_MS + HOUR_MS);
      await service.sweeper.sweep();
      // A payer who said "sent" has a day, and not half an hour.
      expect(await read(desk, deposit)).toMatchObject({ status: 'pending', sentAt });
    } else {
      await desk.runPlans();
      expect(await stream.payload()).toMatchObject({ status: 'successful', sentAt });
    }
    await expectAgreement(service.databasePath);
  }
});

test('a payer cannot cancel during a plan, learns nothing of it, and can cancel afterwards', async () => {
  await using desk = await openPlanDesk();
  const deposit = await payable(desk);
  await desk.plan('settle', deposit.transactionId, { sequence: '1' });
  const { error } = await act(desk, deposit, 'cancel');
  expect(error.data.error).toEqual({
    type: 'error_transition_not_allowed',
    message: `The desk is deciding about transaction ${deposit.transactionId}. Try again in 8 seconds.`,
    fields: [
      {
        path: 'transactionId',
        code: 'planned',
        params: { seconds: 8 },
        message:
          'transactionId names a transaction about which the desk is deciding. Try again in 8 seconds.',
      },
    ],
  });
  const posted = await openPaymentPage(desk.service, deposit.path, { action: 'cancel' });
  expect(posted.status).toBe(303);
  expect(await read(desk, deposit)).toMatchObject({ status: 'pending', outcome: null });
  await desk.undo(deposit.transactionId, 1);
  const cancelled = await act(desk, deposit, 'cancel');
  expect(cancelled.result.data.data).toMatchObject({ outcome: 'cancelled' });
  await expectAgreement(desk.service.databasePath);
});

test('a deposit with a plan at its last second shows no account afterwards, and ends as paid', async () => {
  await using desk = await openPlanDesk();
  const { service, merchant } = desk;
  const deposit = await payable(desk);
  service.clock.advance(TTL_MS - 1);
  await desk.plan('settle', deposit.transactionId, { sequence: '1' });
  service.clock.advance(1);
  expect(await service.sweeper.sweep()).toBe(0);
  // As far as the payer knows, the time is over: nobody is to send money now.
  expect(await read(desk, deposit)).toMatchObject({ outcome: 'expired', account: null });
  const own = () => service.ask(`/v1/transactions/${deposit.transactionId}`, { as: merchant });
  expect((await own()).json.data).toMatchObject({ status: 'pending', sequence: 1 });
  await desk.runPlans();
  expect(await read(desk, deposit)).toMatchObject({ outcome: 'successful' });
  expect((await own()).json.data).toMatchObject({ status: 'successful', sequence: 2 });
});

test('a repeated "sent" writes nothing, and is answered even while nobody can write', async () => {
  await using service = await startTestService({ limits: { lockMs: 20 } });
  const sent = await createPayable(service);
  const cancelled = await createPayable(service);
  await payerCall(service, 'payments.markSent', { token: sent.token, ...SENT });
  await cancel(service, cancelled);
  const before = await payerCall(service, 'payments.get', { token: sent.token });
  await using _holder = await startLockHolder(service.databasePath);
  const fresh = await payerCall(service, 'payments.markSent', { token: sent.token, ...SENT });
  expect(fresh.status).toBe(200);
  expect(fresh.json.result.data.data.sentAt).toBe(before.json.result.data.data.sentAt);
  const page = await openPaymentPage(service, sent.path, { action: 'sent' });
  expect([page.status, page.headers.get('location')]).toEqual([303, sent.token]);
  const late = await payerCall(service, 'payments.markSent', { token: cancelled.token, ...SENT });
  expect([late.status, late.json.error.data.error.type]).toEqual([409, 'error_transition_not_allowed']);
});

test('the first "sent" is a write, and fails while nobody can write', async () => {
  await using service = await startTestService({ limits: { lockMs: 20 } });
  const { token } = await createPayable(service);
  const holder = await startLockHolder(service.databasePath);
  expect((await payerCall(service, 'payments.markSent', { token, ...SENT })).status).toBe(503);
  await holder.release();
  expect((await payerCall(service, 'payments.markSent', { token, ...SENT })).status).toBe(200);
});

test('many "sent" at once are stored once, with one time', async () => {
  await using service = await startTestService();
  const { token } = await createPayable(service);
  // As many as one link may have open at once.
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => payerCall(service, 'payments.markSent', { token, ...SENT })),
  );
  const times = answers.map(({ json }) => json.result.data.data.sentAt);
  expect(new Set(times).size).toBe(1);
});

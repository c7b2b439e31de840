import { expect, test } from 'vitest';
import { startTestService } from '../harness.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { cancel, createPayable, openPaymentPage, payerCall } from '../support/payments.ts';

const SENT = { method: 'POST' } as const;

test('a repeated "sent" writes nothing: it is answered also while nobody can write', async () => {
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
    Array.from({ length: 20 }, () => payerCall(service, 'payments.markSent', { token, ...SENT })),
  );
  const times = answers.map(({ json }) => json.result.data.data.sentAt);
  expect(new Set(times).size).toBe(1);
});

import { expect, test } from 'vitest';
import { createClock, type Json, MERCHANT, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectExpiry, expectPending, TTL_MS } from '../support/expiry-assertions.ts';
import {
  DAY_MS,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { payerCall } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';

const tokenOf = ({ url }: Json) => new URL(url).pathname.slice('/pay/'.length);

const sayItIsSent = (service: ManualClockService, deposit: Json) =>
  payerCall(service, 'payments.markSent', { token: tokenOf(deposit), method: 'POST' });

const read = async (service: ManualClockService, { transactionId }: Json) =>
  expectData(await service.ask(`/v1/transactions/${transactionId}`));

const SETTINGS: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ['24 hours', {}, DAY_MS],
  ['SENT_TTL', { SENT_TTL: '90m' }, 90 * MINUTE_MS],
];

test.each(SETTINGS)(
  'a deposit whose payer said that the money is sent expires %s after that',
  async (_, env, sentTtlMs) => {
    await using service = await startWithoutTimers({ env });
    const { clock } = service;
    const deposit = await service.deposit(MERCHANT);
    const created = await read(service, deposit);
    expect(Date.parse(created.expiresAt)).toBe(clock.nowMs() + TTL_MS);
    clock.advance(TTL_MS - 1);
    const { json } = await sayItIsSent(service, deposit);
    const endsAt = new Date(clock.nowMs() + sentTtlMs).toISOString();
    const sentAt = new Date(clock.nowMs()).toISOString();
    expect(json.result.data.data).toMatchObject({ status: 'pending', sentAt, expiresAt: endsAt });
    expect(await read(service, deposit)).toMatchObject({ sentAt, expiresAt: endsAt, sequence: 1 });
    clock.advance(MINUTE_MS);
    // Saying it again gives no more time.
    await sayItIsSent(service, deposit);
    expect(await read(service, deposit)).toMatchObject({ sentAt, expiresAt: endsAt });
    clock.advance(sentTtlMs - MINUTE_MS - 1);
    await expectPending(service, deposit.transactionId);
    clock.advance(1);
    await expectExpiry(service, deposit.transactionId);
    await expectAgreement(service.databasePath);
  },
);

test('saying that the money is sent never takes time away', async () => {
  await using service = await startWithoutTimers({ env: { SENT_TTL: '1m', DEPOSIT_TTL: '1h' } });
  const deposit = await service.deposit(MERCHANT);
  const { expiresAt } = await read(service, deposit);
  await sayItIsSent(service, deposit);
  expect(await read(service, deposit)).toMatchObject({ expiresAt });
});

test('once the time is over nobody can say that the money is sent, whether or not the sweep has come', async () => {
  await using service = await startWithoutTimers();
  const deposit = await service.deposit(MERCHANT);
  service.clock.advance(TTL_MS);
  const { json } = await sayItIsSent(service, deposit);
  expect(json.error.data.error.type).toBe('error_transition_not_allowed');
  await expectExpiry(service, deposit.transactionId);
  expect(await read(service, deposit)).toMatchObject({ sentAt: null, status: 'unsuccessful' });
});

test('setting the clock or a restart neither shortens nor prolongs the time', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const start = () => {
    const bornMs = clock.monotonicMs();
    const platform = { nowMs: clock.nowMs, monotonicMs: () => clock.monotonicMs() - bornMs };
    return startWithoutTimers({ clock, folder: folder.path, platform });
  };
  const first = await start();
  const deposit = await first.deposit(MERCHANT);
  await sayItIsSent(first, deposit);
  for (const jumpMs of [HOUR_MS, -DAY_MS, DAY_MS - HOUR_MS]) {
    clock.jump(jumpMs);
    await expectPending(first, deposit.transactionId);
  }
  clock.advance(DAY_MS - HOUR_MS);
  await first.stop();
  clock.advance(HOUR_MS - 1);
  await using second = await start();
  await expectPending(second, deposit.transactionId);
  clock.advance(1);
  await expectExpiry(second, deposit.transactionId);
});

test('the user of a deposit that is said to be sent gets it again for as long as it waits', async () => {
  await using service = await startWithoutTimers();
  const deposit = await service.deposit(MERCHANT, { userId: 'u' });
  await sayItIsSent(service, deposit);
  service.clock.advance(DAY_MS - 1);
  expect(await service.deposit(MERCHANT, { userId: 'u' })).toMatchObject({
    transactionId: deposit.transactionId,
    alreadyPending: true,
  });
});

test('a withdrawal has no such times', async () => {
  await using service = await startWithoutTimers();
  const detail = await read(service, await service.withdraw(MERCHANT));
  expect(detail).not.toHaveProperty('expiresAt');
  expect(detail).not.toHaveProperty('sentAt');
});

import { expect, test } from 'vitest';
import { describeOutage, runOutage } from '../outage/outage.ts';
import { testLong } from '../support/long-test.ts';
import {
  applyTransition,
  holdTimers,
  MINUTE_MS,
  neverSchedule,
  SECOND_MS,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';

const EVENTS = 2000;
const TIME_LIMIT_MS = 10 * SECOND_MS;

testLong(
  'after an outage of three days every missed callback arrives in order, and no other client was delayed',
  async () => {
    const report = await runOutage(EVENTS);
    process.stdout.write(`${describeOutage(report)}\n`);
    expect(report).toMatchObject({ events: EVENTS, delivered: EVENTS, broken: [], otherLate: 0 });
    expect(report.attemptsWhileDown).toBeGreaterThan(20);
  },
);

test('callbacks waiting for a receiver that was down are sent at once when it is back, not by their schedule', async () => {
  await using receiver = await startReceiver({ respond: status(503) });
  await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
  const ids = await storeWithdrawals(service, await service.merchantOf(receiver), 20);
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  // Repeats until every callback waits for hours.
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await service.callbackWorker.idle();
    service.clock.advance(attempt < 100 ? MINUTE_MS / 2 : 30 * MINUTE_MS);
  }
  await service.callbackWorker.idle();
  receiver.respondWith(status(204));
  const known = receiver.deliveries.length;
  const soonest = await service.engine.read((db) =>
    db
      .selectFrom('callbacks')
      .select((eb) => eb.fn.min('due_at_ms').as('dueAtMs'))
      .executeTakeFirstOrThrow(),
  );
  // The next one may be due while the circuit is still open from the last failure.
  const untilDueMs = Number(soonest.dueAtMs) - service.dependencies.runtime.steadyNowMs();
  service.clock.advance(Math.max(SECOND_MS, untilDueMs));
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(known + ids.length);
});

test('after an outage, a wait requested with Retry-After is kept', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
  const [patient, ...others] = await storeWithdrawals(service, await service.merchantOf(receiver), 20);
  const tooMany = status(429, { 'retry-after': '3600' });
  receiver.respondWith((request, response, delivery) => {
    const isPatient = JSON.parse(delivery.body).transactionId === patient;
    (isPatient ? tooMany : status(500))(request, response, delivery);
  });
  const startMs = service.clock.nowMs();
  for (const id of [patient!, ...others]) {
    await applyTransition(service, id, { kind: 'settle', sequence: 1 });
    await service.callbackWorker.idle();
    service.clock.advance(SECOND_MS);
  }
  receiver.respondWith(status(204));
  const known = receiver.deliveries.length;
  service.clock.advance(MINUTE_MS);
  await service.callbackWorker.idle();
  const delivered = () => receiver.deliveries.slice(known).map(({ body }) => JSON.parse(body).transactionId);
  expect(delivered().sort()).toEqual([...others].sort());
  service.clock.advance(startMs + 60 * MINUTE_MS - service.clock.nowMs());
  await service.callbackWorker.idle();
  expect(delivered().at(-1)).toBe(patient);
});

test('a receiver that hangs delays no other, and each of its attempts ends at the time limit', async () => {
  const timers = holdTimers(TIME_LIMIT_MS);
  await using hanging = await startReceiver({ respond: hang });
  await using well = await startReceiver();
  await using service = await startManualClockService({ platform: { schedule: timers.schedule } });
  const merchant = await service.merchantOf(hanging);
  const other = await service.merchantOf(well);
  const ids = await storeWithdrawals(service, merchant, 50);
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  expect(await hanging.arrivals(1)).toHaveLength(1);

  const otherIds = await storeWithdrawals(service, other, 50);
  await Promise.all(otherIds.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  await Promise.all(otherIds.map((id) => applyTransition(service, id, { kind: 'reverse', sequence: 2 })));
  expect(await well.arrivals(100)).toHaveLength(100);
  // It never answered, so it holds one place.
  expect(hanging.deliveries).toHaveLength(1);

  timers.expire();
  await expect
    .poll(
      async () => {
        const response = await service.ask('/v1/callback-attempts?limit=100', { as: merchant });
        return expectData(response).items.map((item: { error: string }) => item.error);
      },
      { timeout: 10_000 },
    )
    .toContain('no answer within 10 s');
});

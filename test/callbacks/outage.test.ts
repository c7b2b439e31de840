import { expect, test } from 'vitest';
import { describeOutage, runOutage } from '../outage/outage.ts';
import { expectData } from '../support/answers.ts';
import {
  changeStored,
  holdTimers,
  MINUTE_MS,
  neverScheduled,
  SECOND_MS,
  startManualService,
  storeWithdrawals,
} from '../support/manual-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { startReceiver, status } from '../support/receiver.ts';

const EVENTS = 2000;
const TIME_LIMIT_MS = 10 * SECOND_MS;

test('after three days all that a receiver missed arrives, in order, and nobody else has waited for it', async () => {
  const report = await runOutage(EVENTS);
  process.stdout.write(`${describeOutage(report)}\n`);
  expect(report).toMatchObject({ events: EVENTS, delivered: EVENTS, broken: [], otherLate: 0 });
  expect(report.attemptsWhileDown).toBeGreaterThan(20);
});

test('what waits for a receiver that is down is sent at once when it answers again, not by its schedule', async () => {
  await using receiver = await startReceiver({ answer: status(503) });
  await using service = await startManualService({ platform: { schedule: neverScheduled } });
  const ids = await storeWithdrawals(service, await service.merchantOf(receiver), 20);
  await Promise.all(ids.map((id) => changeStored(service, id, { kind: 'settle', sequence: 1 })));
  // As often as it takes until every one of them waits for hours.
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await service.callbackWorker.idle();
    service.clock.advance(attempt < 100 ? MINUTE_MS / 2 : 30 * MINUTE_MS);
  }
  await service.callbackWorker.idle();
  receiver.answerWith(status(204));
  const known = receiver.deliveries.length;
  const soonest = await service.engine.read((db) =>
    db
      .selectFrom('callbacks')
      .select((eb) => eb.fn.min('due_at_ms').as('dueAtMs'))
      .executeTakeFirstOrThrow(),
  );
  service.clock.advance(Math.max(0, Number(soonest.dueAtMs) - service.dependencies.runtime.steadyNowMs()));
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(known + ids.length);
});

test('a receiver that is there again is left the time that it asked for with Retry-After', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualService({ platform: { schedule: neverScheduled } });
  const [patient, ...others] = await storeWithdrawals(service, await service.merchantOf(receiver), 20);
  const asked = status(429, { 'retry-after': '3600' });
  receiver.answerWith((request, response, delivery) => {
    const isPatient = JSON.parse(delivery.body).transactionId === patient;
    (isPatient ? asked : status(500))(request, response, delivery);
  });
  const startMs = service.clock.nowMs();
  for (const id of [patient!, ...others]) {
    await changeStored(service, id, { kind: 'settle', sequence: 1 });
    await service.callbackWorker.idle();
    service.clock.advance(SECOND_MS);
  }
  receiver.answerWith(status(204));
  const known = receiver.deliveries.length;
  service.clock.advance(MINUTE_MS);
  await service.callbackWorker.idle();
  const told = () => receiver.deliveries.slice(known).map(({ body }) => JSON.parse(body).transactionId);
  expect(told().sort()).toEqual([...others].sort());
  service.clock.advance(startMs + 60 * MINUTE_MS - service.clock.nowMs());
  await service.callbackWorker.idle();
  expect(told().at(-1)).toBe(patient);
});

test('a receiver that hangs holds up nobody else, and each of its attempts ends at the time limit', async () => {
  const timers = holdTimers(TIME_LIMIT_MS);
  await using hanging = await startReceiver({ answer: hang });
  await using well = await startReceiver();
  await using service = await startManualService({ platform: { schedule: timers.schedule } });
  const merchant = await service.merchantOf(hanging);
  const other = await service.merchantOf(well);
  const ids = await storeWithdrawals(service, merchant, 50);
  await Promise.all(ids.map((id) => changeStored(service, id, { kind: 'settle', sequence: 1 })));
  expect(await hanging.arrivals(32)).toHaveLength(32);

  const otherIds = await storeWithdrawals(service, other, 50);
  await Promise.all(otherIds.map((id) => changeStored(service, id, { kind: 'settle', sequence: 1 })));
  await Promise.all(otherIds.map((id) => changeStored(service, id, { kind: 'reverse', sequence: 2 })));
  expect(await well.arrivals(100)).toHaveLength(100);
  expect(hanging.deliveries).toHaveLength(32);

  timers.expire();
  await expect
    .poll(
      async () => {
        const answer = await service.ask('/v1/callback-attempts?limit=100', { as: merchant });
        return expectData(answer).items.map((item: { error: string }) => item.error);
      },
      { timeout: 10_000 },
    )
    .toContain('no answer within 10 s');
});

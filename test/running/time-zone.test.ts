import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDayOf } from '../../db/sql/days.ts';
import { dayIn } from '../../src/kernel/time-zone.ts';
import { createClock, type Json, MERCHANT, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';

/** Half past one on the 21st in Istanbul, and still the 20th in UTC. */
const NIGHT_MS = Date.parse('2026-11-20T22:30:00Z');
const ISTANBUL = { TIME_ZONE: 'Europe/Istanbul' };

async function graphql(service: ManualClockService, query: string): Promise<Json> {
  const body = JSON.stringify({ query });
  const { json } = await service.ask('/graphql', { as: OPERATOR, body, contentType: 'application/json' });
  expect(json.errors).toBeUndefined();
  return json.data;
}

async function days(service: ManualClockService): Promise<Json> {
  const span = 'from: "2026-11-18T21:00:00Z", to: "2026-11-24T21:00:00Z"';
  const { stats } = await graphql(
    service,
    `{ stats(input: { ${span}, groupBy: day }) { key createdCount successfulCount } }`,
  );
  return stats.map(({ key, createdCount, successfulCount }: Json) => [key, createdCount, successfulCount]);
}

async function createSome(service: ManualClockService): Promise<void> {
  const { transactionId } = await service.deposit(MERCHANT);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  service.clock.advance(2 * 3_600_000);
  await service.deposit(MERCHANT);
  await service.withdraw(MERCHANT);
}

test('statistics count by the days of TIME_ZONE, and the console learns which zone that is', async () => {
  await using service = await startWithoutTimers({ env: ISTANBUL, clock: createClock(NIGHT_MS) });
  await createSome(service);
  expect(await days(service)).toEqual([['2026-11-21', 3, 1]]);
  expect(await graphql(service, '{ whoAmI { timeZone } }')).toEqual({
    whoAmI: { timeZone: 'Europe/Istanbul' },
  });
  await expectAgreement(service.databasePath);
});

test('without the setting, days are those of UTC', async () => {
  await using service = await startWithoutTimers({ clock: createClock(NIGHT_MS) });
  await createSome(service);
  expect(await days(service)).toEqual([
    ['2026-11-20', 1, 1],
    ['2026-11-21', 2, 0],
  ]);
});

test('a start with another zone counts everything again, and back again', async () => {
  using folder = temporaryFolder();
  const clock = createClock(NIGHT_MS);
  const first = await startWithoutTimers({ folder: folder.path, clock });
  await createSome(first);
  const inUtc = await days(first);
  await first.stop();
  for (const [env, expected] of [
    [ISTANBUL, [['2026-11-21', 3, 1]]],
    [{ TIME_ZONE: 'America/New_York' }, [['2026-11-20', 3, 1]]],
    [{}, inUtc],
  ] as const) {
    await using service = await startWithoutTimers({ folder: folder.path, clock, env });
    expect(await days(service)).toEqual(expected);
    await expectAgreement(service.databasePath);
  }
});

test('the daily limit of an account begins again at midnight in TIME_ZONE', async () => {
  await using service = await startWithoutTimers({
    env: ISTANBUL,
    clock: createClock(Date.parse('2026-11-20T20:59:00Z')),
  });
  const { transactionId } = await service.deposit(MERCHANT);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  const used = async () => {
    const accounts = await service.dependencies.db.read('listEveryAccount');
    const today = dayIn('Europe/Istanbul', service.clock.nowMs());
    return accounts.reduce((sum, { paidDay, paidMinor }) => sum + (paidDay >= today ? paidMinor : 0), 0);
  };
  expect(await used()).toBeGreaterThan(0);
  service.clock.advance(120_000);
  expect(await used()).toBe(0);
  await expectAgreement(service.databasePath);
});

test('SQL and the service put every transaction on the same day, through changes of the clock', async () => {
  await using service = await startWithoutTimers({ env: { TIME_ZONE: 'Europe/Berlin' } });
  const { engine } = service;
  for (let week = 0; week < 60; week += 1) {
    await service.withdraw(MERCHANT);
    service.clock.advance(6 * 86_400_000 + 3_600_000 * (week % 24));
  }
  const rows = await engine.read(async (db) => {
    const day = (await readDayOf(db))(sql`created_at_ms`);
    return (
      await sql<{
        time: number;
        day: number;
      }>`select created_at_ms as time, ${day} as day from transactions`.execute(db)
    ).rows;
  });
  expect(rows.length).toBeGreaterThan(59);
  for (const { time, day } of rows) expect(day).toBe(dayIn('Europe/Berlin', time));
  await expectAgreement(service.databasePath);
});

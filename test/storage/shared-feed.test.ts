import { describe, expect, test } from 'vitest';
import { call, type Json, MERCHANT, type TestService } from '../harness.ts';
import type { TestClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { applyTransition, storeWithdrawals } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { startSeveral } from '../support/several-services.ts';
import { onPostgres } from '../support/test-database.ts';

const ROUNDS = IS_LONG ? 200 : 8;
const PER_ROUND = 6;
const READERS = 4;

/** Reads the feed of the merchant to its end, after the last event that is known. */
async function readOn(service: TestService, known: string[]): Promise<void> {
  for (;;) {
    const after = known.length > 0 ? `&after=${known.at(-1)}` : '';
    const page = expectData(
      await call(service, `/v1/events?limit=7${after}`, { as: MERCHANT, sign: 'timed' }),
    );
    known.push(...page.items.map(({ eventId }: Json) => eventId));
    if (page.nextCursor === null) return;
  }
}

/** An event as another process writes it, which takes its position long before its commit. */
const LATE_EVENT = `
  with tip as (update feed_tip set position = position + 1 returning position)
  insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
  select (select position from tip), 'f' || substr(id, 2), id, client_id, 2, 'settle', 'pending', 'successful', 'operator', updated_at_ms
  from transactions where id = $1`;

describe.runIf(onPostgres)('several processes of one database', () => {
  test('four readers poll the feed while three services write and commits are late: no event appears behind a cursor', async () => {
    await using several = await startSeveral(3);
    const { services, database } = several;
    const [one] = services as [TestService];
    const merchant = (await one.dependencies.clients.findByAppKey(MERCHANT.appKey)) as unknown as TestClient;
    const readers: string[][] = Array.from({ length: READERS }, () => []);
    const readAll = () =>
      Promise.all(readers.map((known, index) => readOn(services[index % 3] as TestService, known)));
    let written = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [lateId, ...ids] = await storeWithdrawals(one, merchant, PER_ROUND + 1, `round-${round}`);
      await database.query('begin');
      await database.query("update transactions set status = 'successful', sequence = 2 where id = $1", [
        lateId,
      ]);
      await database.query(LATE_EVENT, [lateId]);
      const writing = ids.map((id, index) =>
        applyTransition(services[index % 3] as TestService, id, { kind: 'settle', sequence: 1 }),
      );
      for (let read = 0; read < 3; read += 1) await readAll();
      await Promise.all([readAll(), database.query('commit'), ...writing]);
      written += PER_ROUND + 1;
      await expect
        .poll(async () => {
          await readAll();
          return readers.map(({ length }) => length);
        })
        .toEqual(readers.map(() => written));
    }
    const whole: string[] = [];
    await readOn(one, whole);
    for (const known of readers) expect(known).toEqual(whole);
  }, 300_000);
});

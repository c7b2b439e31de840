import { expect, test } from 'vitest';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';

const DAY = '2026-11-19';

test('of two people who close a day at once, one closes it and the other is refused', async () => {
  const service = await startManualClockService();
  const read = async (): Promise<Json> =>
    expectData(await service.ask(`/v1/days?day=${DAY}`, { as: OPERATOR }));
  for (let lastClosing = 0; lastClosing < 2; lastClosing += 1) {
    const { figuresHash } = await read();
    const close = (as: typeof ADMIN) =>
      service.ask('/v1/days/close', {
        as,
        json: { day: DAY, figuresHash, lastClosing, reason: 'no statement comes' },
      });
    const replies = await Promise.all([close(ADMIN), close(OPERATOR)]);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    // On PostgreSQL, one that waits too long for the other is asked to come again.
    expect([409, 503]).toContain(statuses[1]);
    expect((await read()).closings).toHaveLength(lastClosing + 1);
  }
  await service.stop();
});

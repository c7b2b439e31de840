import { describe, expect, test } from 'vitest';
import { limitThread } from '../../db/engines/sqlite/thread-limit.ts';

const LIMIT_MS = 50;

/** Lets a thread wait for a core for so long, from the beginning. @returns how long it was not ended. */
async function timeUntilEnd(withoutCoreMs: number): Promise<number> {
  const beganMs = performance.now();
  const passedMs = () => performance.now() - beganMs;
  await new Promise<void>((resolve) => {
    const waitedMs = () => 7_000 + Math.min(passedMs(), withoutCoreMs);
    limitThread({ limitMs: LIMIT_MS, waitedMs, onEnd: resolve });
  });
  return passedMs();
}

describe('the time limit of a thread', () => {
  test('ends it after its time, whatever it waited for before', async () => {
    expect(await timeUntilEnd(0)).toBeGreaterThan(0.9 * LIMIT_MS);
  });

  test('does not count the time for which the machine gave it no core', async () => {
    expect(await timeUntilEnd(6 * LIMIT_MS)).toBeGreaterThan(6 * LIMIT_MS);
  });

  test('ends it after ten times its time, also if it gets no core', async () => {
    expect(await timeUntilEnd(Number.POSITIVE_INFINITY)).toBeGreaterThan(9 * LIMIT_MS);
  });

  test('excuses it for nothing that it waited before that could be read', async () => {
    const told = [undefined];
    const beganMs = performance.now();
    await new Promise<void>((resolve) => {
      limitThread({
        limitMs: LIMIT_MS,
        waitedMs: () => (told.length > 0 ? told.shift() : 3_600_000),
        onEnd: resolve,
      });
    });
    expect(performance.now() - beganMs).toBeLessThan(9 * LIMIT_MS);
  });

  test('can be taken away', async () => {
    const ended: string[] = [];
    const take = limitThread({ limitMs: LIMIT_MS, waitedMs: () => 0, onEnd: () => ended.push('taken') });
    const other = new Promise<void>((resolve) => {
      limitThread({ limitMs: 2 * LIMIT_MS, waitedMs: () => 0, onEnd: resolve });
    });
    take();
    await other;
    expect(ended).toEqual([]);
  });
});

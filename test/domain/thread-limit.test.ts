import { describe, expect, test } from 'vitest';
import { limitThread } from '../../db/engines/sqlite/thread-limit.ts';

const LIMIT_MS = 50;

/** Lets a thread wait for a core during its first looks. @returns how often somebody looked before its end. */
async function looksUntilEnd(looksWithoutCore: number): Promise<number> {
  let looks = 0;
  let waitedMs = 7_000;
  await new Promise<void>((resolve) => {
    limitThread({
      limitMs: LIMIT_MS,
      waitedMs() {
        looks += 1;
        if (looks <= looksWithoutCore) waitedMs += LIMIT_MS / 10;
        return waitedMs;
      },
      onEnd: resolve,
    });
  });
  return looks;
}

describe('the time limit of a thread', () => {
  test('ends it after its time, whatever it waited for before', async () => {
    expect(await looksUntilEnd(0)).toBe(11);
  });

  test('does not count the time for which the machine gave it no core', async () => {
    expect(await looksUntilEnd(31)).toBe(11 + 30);
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

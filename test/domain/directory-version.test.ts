import { expect, test } from 'vitest';
import { followDirectory } from '../../db/engines/postgres/directory-version.ts';

/** Whether a process uses what it has cached now once more after a time without an answer of the server. */
async function usesAfter(silenceMs: number, answers: number): Promise<boolean> {
  let nowMs = 0;
  const directory = followDirectory(() => nowMs);
  await directory.onConnect?.(() => Promise.resolve([]));
  for (let answer = 0; answer < answers; answer += 1) {
    nowMs += 1000;
    directory.onAnswer?.(nowMs);
  }
  const version = directory.directoryVersion();
  nowMs += silenceMs;
  return directory.directoryVersion() === version;
}

test('cached data is used as long as the session answers', async () => {
  expect(await usesAfter(1999, 5)).toBe(true);
});

test('cached data is read again once the session has not answered for two seconds', async () => {
  expect(await usesAfter(2000, 5)).toBe(false);
});

import { expect, test } from 'vitest';
import { followDirectory } from '../../db/engines/postgres/directory-version.ts';

const send = () => Promise.resolve([]);

/** Whether a process uses what it has cached now once more after a time without an answer of the server. */
async function usesAfter(silenceMs: number, beats: number): Promise<boolean> {
  let nowMs = 0;
  const directory = followDirectory(() => nowMs);
  await directory.onConnect?.(send);
  for (let beat = 0; beat < beats; beat += 1) {
    nowMs += 1000;
    await directory.onBeat?.(send);
  }
  const version = directory.directoryVersion();
  nowMs += silenceMs;
  return directory.directoryVersion() === version;
}

test('what is cached is used as long as the session answers', async () => {
  expect(await usesAfter(1999, 5)).toBe(true);
});

test('what is cached is read again once the session has not answered for two seconds', async () => {
  expect(await usesAfter(2000, 5)).toBe(false);
});

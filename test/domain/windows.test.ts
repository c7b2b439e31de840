import { describe, expect, test } from 'vitest';
import { createWindows } from '../../src/presence/domain/windows.ts';

const LIMITS = { ttlMs: 25_000, maxOfKey: 2, max: 5 };

describe('the windows of a desk', () => {
  /** @returns what the key `viewer` sees, as `key line`. */
  const seenIn = (windows: ReturnType<typeof createWindows>, nowMs = 0) =>
    windows.openOfOthers('viewer', nowMs).map(({ clientId, open }) => `${clientId} ${open}`);

  test('have one thing open, which ends when it is closed or not said again in time', () => {
    const windows = createWindows(LIMITS);
    windows.say({ clientId: 'ada', windowId: '1', open: 'a' }, 0);
    windows.say({ clientId: 'ada', windowId: '1', open: 'b' }, 1_000);
    windows.say({ clientId: 'ben', windowId: '1', open: 'a' }, 2_000);
    expect(seenIn(windows, 25_999)).toEqual(['ada b', 'ben a']);
    expect(seenIn(windows, 26_000)).toEqual(['ben a']);
    windows.say({ clientId: 'ben', windowId: '1', open: null }, 26_000);
    expect(seenIn(windows, 26_000)).toEqual([]);
  });

  test('of one key are nobody else to it, and two that have the same open count once', () => {
    const windows = createWindows(LIMITS);
    for (const windowId of ['1', '2']) windows.say({ clientId: 'ada', windowId, open: 'a' }, 0);
    expect(windows.openOfOthers('ada', 0)).toEqual([]);
    expect(seenIn(windows)).toEqual(['ada a']);
  });

  test('are bounded for each key and for all, and what was said first goes', () => {
    const windows = createWindows(LIMITS);
    for (const open of ['a', 'b', 'c']) windows.say({ clientId: 'ada', windowId: open, open }, 0);
    expect(seenIn(windows)).toEqual(['ada b', 'ada c']);
    for (const clientId of ['ben', 'cem', 'eda', 'filiz'])
      windows.say({ clientId, windowId: '1', open: 'd' }, 0);
    expect(seenIn(windows)).toEqual(['ada c', 'ben d', 'cem d', 'eda d', 'filiz d']);
  });
});

import type { Runtime } from '../operations/runtime.ts';
import { createWindows, type Window } from './domain/windows.ts';
import { MAX_WINDOWS, MAX_WINDOWS_OF_KEY, PRESENCE_TTL_SECONDS } from './limits.ts';
import type { Broadcast, Presence } from './store.ts';

/** @param broadcast reaches the other processes of the database; undefined if there is only this one. */
export function createPresence(
  { steadyNowMs }: Pick<Runtime, 'steadyNowMs'>,
  broadcast: Broadcast | undefined,
): Presence {
  const windows = createWindows({
    ttlMs: PRESENCE_TTL_SECONDS * 1000,
    maxOfKey: MAX_WINDOWS_OF_KEY,
    max: MAX_WINDOWS,
  });
  const receive = (window: Window) => windows.receive(window, steadyNowMs());
  broadcast?.connect((message) => {
    const window = parseWindow(message);
    if (window) receive(window);
  });
  return {
    // This process receives it as the others do, so that all have the same order.
    send: async (window) => (broadcast ? broadcast.send(printWindow(window)) : receive(window)),
    openOfOthers: (clientId) => windows.openOfOthers(clientId, steadyNowMs()),
  };
}

function printWindow({ clientId, windowId, open }: Window): string {
  return JSON.stringify([clientId, windowId, open]);
}

/** @returns undefined for a message of another version. */
function parseWindow(message: string): Window | undefined {
  const [clientId, windowId, open, ...more]: unknown[] = readList(message);
  const isWindow = typeof clientId === 'string' && typeof windowId === 'string' && more.length === 0;
  if (!isWindow || (open !== null && typeof open !== 'string')) return undefined;
  return { clientId, windowId, open };
}

function readList(message: string): unknown[] {
  try {
    const read: unknown = JSON.parse(message);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

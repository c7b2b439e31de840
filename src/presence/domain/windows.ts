/** What a window of a person at the desk has open. */
export interface Window {
  /** The id of the key of the person. */
  readonly clientId: string;
  /** The name of the window, unique among those of its key. */
  readonly windowId: string;
  /** The id of what is open; null when it was closed. */
  readonly open: string | null;
}

export interface WindowLimits {
  /** How long a window is kept after it was last received, in milliseconds. */
  readonly ttlMs: number;
  readonly maxOfKey: number;
  readonly max: number;
}

/** The windows that were received last, in memory, bounded in time and number. */
export interface Windows {
  /** Replaces what the window had open. Beyond a limit, the oldest window is dropped. */
  receive(window: Window, nowMs: number): void;
  /** Lists what other keys have open now, without duplicates of the same key. */
  openOfOthers(clientId: string, nowMs: number): readonly Open[];
}

export type Open = Window & { readonly open: string };

export function createWindows({ ttlMs, maxOfKey, max }: WindowLimits): Windows {
  /** In the order in which they were received. */
  const windows = new Map<string, Open & { readonly endsAtMs: number }>();

  function dropEnded(nowMs: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs) return;
      windows.delete(key);
    }
  }

  function dropBeyond(limit: number, clientId?: string): void {
    const counted = [...windows].filter(([, known]) => clientId === undefined || known.clientId === clientId);
    for (const [key] of counted.slice(0, Math.max(0, counted.length - limit))) windows.delete(key);
  }

  return {
    receive({ clientId, windowId, open }, nowMs) {
      dropEnded(nowMs);
      const key = JSON.stringify([clientId, windowId]);
      windows.delete(key);
      if (open === null) return;
      windows.set(key, { clientId, windowId, open, endsAtMs: nowMs + ttlMs });
      dropBeyond(maxOfKey, clientId);
      dropBeyond(max);
    },
    openOfOthers(clientId, nowMs) {
      dropEnded(nowMs);
      const others = [...windows.values()].filter((known) => known.clientId !== clientId);
      return [...new Map(others.map((known) => [`${known.clientId} ${known.open}`, known])).values()];
    },
  };
}

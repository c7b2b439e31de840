/** How often a thread is looked at within its limit, so that a call that is answered at once costs no look. */
const LOOKS = 10;

export interface ThreadLimit {
  readonly limitMs: number;
  /** Milliseconds for which the thread was ready to run and got no core, since any time before the limit began. */
  waitedMs(): number;
  onEnd(): void;
}

/**
 * Calls `onEnd` once a thread has had its time. The time for which it waited for a core does not count: a busy machine
 * lets threads of low priority wait, and one in its place would wait too.
 * @returns a function that takes the limit away.
 */
export function limitThread({ limitMs, waitedMs, onEnd }: ThreadLimit): () => void {
  const periodMs = limitMs / LOOKS;
  let isOver = false;
  let first: { readonly atMs: number; readonly waitedMs: number } | undefined;
  const look = () => {
    if (isOver) return;
    const nowMs = performance.now();
    first ??= { atMs: nowMs, waitedMs: waitedMs() };
    const ownMs = periodMs + (nowMs - first.atMs) - (waitedMs() - first.waitedMs);
    if (ownMs < limitMs) timer = setTimeout(look, periodMs);
    // After a long turn of this thread a reply may wait to be read: it comes first.
    else setImmediate(() => isOver || onEnd());
  };
  let timer = setTimeout(look, periodMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** How often a thread is checked within its limit. A call that is answered at once costs no check. */
const LOOKS = 10;
/** After this many limits a thread is terminated, whatever it waits for: a caller waits for its answer. */
const MAX_LIMITS = 10;

export interface ThreadLimit {
  readonly limitMs: number;
  /**
   * Milliseconds for which the thread was ready to run and got no core, since any time before the limit began; undefined
   * where that cannot be read now.
   */
  waitedMs(): number | undefined;
  onEnd(): void;
}

/**
 * Calls `onEnd` once a thread has used up its time. The time for which it waited for a core does not count: on a busy
 * machine threads of low priority wait, and a new thread would wait too.
 * @returns a function that cancels the limit.
 */
export function limitThread({ limitMs, waitedMs, onEnd }: ThreadLimit): () => void {
  const periodMs = limitMs / LOOKS;
  let isOver = false;
  let firstAtMs: number | undefined;
  let known: number | undefined;
  let excusedMs = 0;
  const look = () => {
    if (isOver) return;
    const waited = waitedMs();
    // Waiting that ended before the first reading is not part of this limit.
    excusedMs += known === undefined || waited === undefined ? 0 : waited - known;
    known = waited ?? known;
    // A long turn of this thread before the first look is not the time of the other.
    firstAtMs ??= performance.now();
    const passedMs = periodMs + performance.now() - firstAtMs;
    if (passedMs - excusedMs < limitMs && passedMs < MAX_LIMITS * limitMs) timer = setTimeout(look, periodMs);
    // After a long turn of this thread a reply may wait to be read: it comes first.
    else setImmediate(() => isOver || onEnd());
  };
  let timer = setTimeout(look, periodMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

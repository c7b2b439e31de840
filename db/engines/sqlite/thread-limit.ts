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
 * lets threads of low priority wait, and one in its place would wait too. Nor does the time for which nobody could look.
 * @returns a function that takes the limit away.
 */
export function limitThread({ limitMs, waitedMs, onEnd }: ThreadLimit): () => void {
  const periodMs = limitMs / LOOKS;
  let passedMs = 0;
  let waitedBeforeMs = 0;
  const look = () => {
    passedMs += periodMs;
    if (passedMs === periodMs) waitedBeforeMs = waitedMs();
    const waitedSinceMs = waitedMs() - waitedBeforeMs;
    if (passedMs - waitedSinceMs >= limitMs) onEnd();
    else timer = setTimeout(look, periodMs);
  };
  let timer = setTimeout(look, periodMs);
  return () => clearTimeout(timer);
}

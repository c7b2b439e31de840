import type { Logger } from 'pino';
import type { CallbackOutbox } from '../outbox.ts';

/** Another process that has not yet noticed that the clock was set back may still write by the former time. */
const REBASE_MS = 60_000;

interface RebaseOptions {
  readonly outbox: Pick<CallbackOutbox, 'rebaseWaits'>;
  readonly steadyNowMs: () => number;
  readonly monotonicMs: () => number;
  readonly logger: Logger;
}

/**
 * Creates a function that corrects waits after the clock was set back: at its first call, once a minute, and when it
 * notices that the steady clock was set back. It never rejects.
 */
export function createRebase(options: RebaseOptions): () => Promise<void> {
  const { outbox, steadyNowMs, monotonicMs, logger } = options;
  let lastMs = 0;
  let nextMs = 0;
  return async () => {
    const steadyMs = steadyNowMs();
    const nowMs = monotonicMs();
    const isSetBack = steadyMs < lastMs;
    lastMs = steadyMs;
    if (!isSetBack && nowMs < nextMs) return;
    nextMs = nowMs + REBASE_MS;
    try {
      await outbox.rebaseWaits();
    } catch (err) {
      logger.warn({ err }, 'waits of callbacks could not be compared with the clock');
    }
  };
}

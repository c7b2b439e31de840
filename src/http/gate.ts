import type { Middleware } from './surface.ts';

/** Large enough to share the cost of a stage, and small enough that one batch is stored while the next is processed. */
const BATCH_SIZE = 32;

interface Batch {
  size: number;
  /** Resolves when the batch continues, after the current turn of the event loop. */
  readonly released: Promise<void>;
}

/**
 * Gathers the requests whose bodies were read in one turn of the event loop into batches. A batch goes through
 * authentication and the operation stage by stage, and its responses are sent together. A single request only waits for
 * the end of its turn.
 */
export function createGate(): Middleware {
  let gathering: Batch | undefined;

  function openBatch(): Batch {
    const released = new Promise<void>((resolve) => {
      setImmediate(() => {
        if (gathering === batch) gathering = undefined;
        resolve();
      });
    });
    const batch = { size: 0, released };
    return batch;
  }

  return async (_ctx, next) => {
    if (!gathering || gathering.size >= BATCH_SIZE) gathering = openBatch();
    gathering.size += 1;
    await gathering.released;
    return next();
  };
}

import type { RetentionStore } from '../../../src/callbacks/store.ts';
import type { Engine } from '../../engine.ts';

/** The most rows of one commit, for which creates that arrive meanwhile wait. */
const STEP_ROWS = 250;

export function createRetentionStore(engine: Engine): RetentionStore {
  return {
    dropAttempts: (cutoffMs, after = 0) =>
      engine.run('dropOldAttempts', { cutoffMs, after, limit: STEP_ROWS }),
    dropCallbacks: (cutoffMs, after = '') =>
      engine.run('dropOldCallbacks', { cutoffMs, after, limit: STEP_ROWS }),
    optimize: () => engine.optimize(),
  };
}

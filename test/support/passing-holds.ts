import { nodePlatform } from '../../src/service/platform.ts';
import type { TestServiceOptions } from '../harness.ts';

/** Longer than the console asks the service to hold a decision back. */
const HOLD_MS = 10_000;

/** A service whose time stands still, and whose held decisions a test releases, so that no test waits for them. */
export function passingHolds(): { readonly options: TestServiceOptions; readonly pass: () => void } {
  const startMs = nodePlatform.monotonicMs();
  let passedMs = 0;
  return {
    options: { platform: { monotonicMs: () => startMs + passedMs } },
    pass() {
      passedMs += HOLD_MS;
    },
  };
}

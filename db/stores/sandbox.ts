import type { Runtime } from '../../src/operations/runtime.ts';
import type { SandboxStore } from '../../src/operations/sandbox/store.ts';
import type { Engine } from '../engine.ts';

/**
 * What test keys do to the service that they alone see.
 * @param onCallbacks called when callbacks may have become due.
 */
export function createSandboxStore(
  engine: Engine,
  { newId }: Pick<Runtime, 'newId'>,
  onCallbacks: () => void,
): SandboxStore {
  return {
    async advanceClock(clientId, advanceMs, audit) {
      const aheadMs = await engine.run('advanceTestClock', { clientId, advanceMs, audit });
      // Clients are cached with their clocks.
      engine.directoryChanged();
      onCallbacks();
      return aheadMs;
    },
    askFailures: (clientId, { kind, count }, audit) =>
      engine.run('askCallbackFailures', { id: newId(), clientId, kind, count, audit }),
  };
}

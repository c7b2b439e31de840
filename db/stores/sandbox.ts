import type { Runtime } from '../../src/operations/runtime.ts';
import { MOST_MOVED, type SandboxStore } from '../../src/operations/sandbox/store.ts';
import type { Engine } from '../engine.ts';

interface SandboxOptions {
  /** How long a deposit may be pending, also after its payer reported the money as sent. */
  readonly longestPendingMs: number;
  /** Called when callbacks may have become due. */
  readonly onCallbacks: () => void;
}

/** The commands of test keys about the service that they alone see. */
export function createSandboxStore(
  engine: Engine,
  runtime: Pick<Runtime, 'newId' | 'nowMs' | 'steadyNowMs'>,
  { longestPendingMs, onCallbacks }: SandboxOptions,
): SandboxStore {
  return {
    findMovable: (clientId) =>
      engine.query('findMovableDeposits', {
        ...{ clientId, nowMs: runtime.nowMs(), longestPendingMs, most: MOST_MOVED },
      }),
    async advanceClock(clientId, { advanceMs, deposits }, audit) {
      const steadyNowMs = runtime.steadyNowMs();
      const move = await engine.run('advanceTestClock', {
        ...{ clientId, advanceMs, deposits, steadyNowMs, audit },
      });
      if (move.kind !== 'moved' || advanceMs === 0) return move;
      // Clients are cached with their clocks.
      engine.directoryChanged();
      onCallbacks();
      return move;
    },
    async askFailures(clientId, { kind, count }, audit) {
      const input = { id: runtime.newId(), clientId, kind, count, steadyNowMs: runtime.steadyNowMs(), audit };
      const left = await engine.run('askCallbackFailures', input);
      // A callback that was given up, so that another one comes first, may be due again.
      if (count === 0) onCallbacks();
      return left;
    },
  };
}

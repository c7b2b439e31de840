import type { Runtime } from '../../../src/operations/runtime.ts';
import type { LineDesk, LineOutcome } from '../../../src/reconciliation/line-store.ts';
import type { TransactionBus } from '../../../src/transactions/bus.ts';
import type { Engine } from '../../engine.ts';

interface LineDeskOptions {
  readonly timeZone: string;
  readonly bus: TransactionBus;
  /** Called when there may be new callbacks in the outbox. */
  readonly onCallbacks: () => void;
}

/** The decisions of operators about lines of statements. */
export function createLineDesk(
  engine: Engine,
  runtime: Runtime,
  { timeZone, bus, onCallbacks }: LineDeskOptions,
): LineDesk {
  const terms = () => ({
    eventId: runtime.newId(),
    timeZone,
    nowMs: runtime.nowMs(),
    steadyNowMs: runtime.steadyNowMs(),
  });
  function tell(outcome: LineOutcome): LineOutcome {
    if (outcome.kind === 'stored' && outcome.transaction) {
      bus.publish(outcome.transaction, outcome.isPlanned ? 'desk' : 'all', outcome.auditPosition);
      if (!outcome.isPlanned) onCallbacks();
    }
    return outcome;
  }
  return {
    async confirm(request) {
      const decisionIds = request.lineIds.map(() => runtime.newId());
      return tell(await engine.run('confirmLines', { ...request, ...terms(), decisionIds }));
    },
    putAway: async (request) =>
      tell(await engine.run('putLineAway', { ...request, ...terms(), decisionId: runtime.newId() })),
    undo: async (request) => tell(await engine.run('undoLine', { ...request, ...terms() })),
    releaseStatement: (request) => engine.run('releaseStatement', { ...request, nowMs: runtime.nowMs() }),
  };
}

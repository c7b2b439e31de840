import type { Runtime } from '../../../src/operations/runtime.ts';
import type { LineDesk } from '../../../src/reconciliation/line-store.ts';
import type { Engine } from '../../engine.ts';

interface LineDeskOptions {
  readonly timeZone: string;
}

/** The decisions of operators about lines of statements. */
export function createLineDesk(engine: Engine, runtime: Runtime, { timeZone }: LineDeskOptions): LineDesk {
  const terms = () => ({
    eventId: runtime.newId(),
    timeZone,
    nowMs: runtime.nowMs(),
    steadyNowMs: runtime.steadyNowMs(),
  });
  return {
    async confirm(request) {
      const decisionIds = request.lineIds.map(() => runtime.newId());
      return engine.run('confirmLines', { ...request, ...terms(), decisionIds });
    },
    putAway: (request) => engine.run('putLineAway', { ...request, ...terms(), decisionId: runtime.newId() }),
    undo: (request) => engine.run('undoLine', { ...request, ...terms() }),
    releaseStatement: (request) => engine.run('releaseStatement', { ...request, nowMs: runtime.nowMs() }),
  };
}

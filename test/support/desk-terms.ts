import type { Dependencies } from '../../src/operations/dependencies.ts';

/** What a decision about lines needs in addition to the decision: the current time, and an id for its event. */
export function deskTerms({ runtime, timeZone }: Pick<Dependencies, 'runtime' | 'timeZone'>) {
  const { newId, nowMs, steadyNowMs } = runtime;
  return { eventId: newId(), decisionId: newId(), timeZone, nowMs: nowMs(), steadyNowMs: steadyNowMs() };
}

import type { Dependencies } from '../../src/operations/dependencies.ts';

/** What a decision about lines needs besides the decision itself: the present time, and an id of its event. */
export function deskTerms({ runtime, timeZone }: Pick<Dependencies, 'runtime' | 'timeZone'>) {
  const { newId, nowMs, steadyNowMs } = runtime;
  return { eventId: newId(), decisionId: newId(), timeZone, nowMs: nowMs(), steadyNowMs: steadyNowMs() };
}

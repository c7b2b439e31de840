import type { Dependencies } from '../../src/operations/dependencies.ts';

/** The times of a command that is run now. */
export const clocksOf = ({ runtime }: Pick<Dependencies, 'runtime'>) => ({
  nowMs: runtime.nowMs(),
  steadyNowMs: runtime.steadyNowMs(),
});

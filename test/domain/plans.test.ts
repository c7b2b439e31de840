import { describe, expect, test } from 'vitest';
import { createRuntime, nodePlatform } from '../../src/service/platform.ts';
import { isDue, MAX_HOLD_SECONDS } from '../../src/transactions/domain/plan.ts';

describe('after the clock that processes follow was set back, a plan', () => {
  /** @returns the clocks of a process that stands still, if it may, and of one that starts after the jump. */
  function clocksAfter(jumpMs: number) {
    let serverMs = 1_000_000_000;
    const follow = () => {
      const { steadyNowMs } = createRuntime(nodePlatform, { nowMs: () => serverMs, isSure: () => true });
      steadyNowMs();
      return steadyNowMs;
    };
    const planner = follow();
    const plan = { dueAtMs: serverMs + MAX_HOLD_SECONDS * 1000 };
    serverMs -= jumpMs;
    return { plan, planner, started: follow() };
  }

  test('waits in every process, as long as one of them stands still', () => {
    const { plan, planner, started } = clocksAfter(60_000);
    expect([isDue(plan, planner()), isDue(plan, started())]).toEqual([false, false]);
  });

  test('is due in every process, once all follow it', () => {
    const { plan, planner, started } = clocksAfter(60_001);
    expect([isDue(plan, planner()), isDue(plan, started())]).toEqual([true, true]);
  });
});

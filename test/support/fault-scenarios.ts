import { expect, test } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import { callbackScenarios } from './fault-callbacks.ts';
import { runEveryFault, type Scenarios } from './fault-cases.ts';
import { directoryScenarios } from './fault-directory.ts';
import { openFaultHarness } from './fault-fixtures.ts';
import { housekeepingScenarios } from './fault-housekeeping.ts';
import { repairScenarios } from './fault-repair.ts';
import { transactionScenarios } from './fault-transactions.ts';

/** The scenarios of each command. A command that is missing here is a compile error. */
const SCENARIOS: Readonly<Record<CommandName, Scenarios>> = {
  ...transactionScenarios,
  ...callbackScenarios,
  ...directoryScenarios,
  ...housekeepingScenarios,
  ...repairScenarios,
};

const TITLE = 'with any fault at any statement, nothing is torn or lost, and a repeat succeeds';

/**
 * Tests every statement of these commands with every fault.
 * @param minCases the least number of cases: fewer would test less than before.
 */
export function testEveryFault(names: readonly CommandName[], minCases: number): void {
  test(`${TITLE}: ${names.join(', ')}`, async () => {
    await using harness = await openFaultHarness();
    let sum = 0;
    for (const name of names) {
      for (const [title, scenario] of Object.entries(SCENARIOS[name]))
        sum += await runEveryFault(harness, `${name}, ${title}`, scenario);
    }
    process.stdout.write(`faults: ${sum} cases of ${names.length} commands\n`);
    expect(sum).toBeGreaterThanOrEqual(minCases);
  }, 120_000);
}

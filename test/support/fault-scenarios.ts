import { expect, test } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import { auditScenarios } from './fault-audit.ts';
import { databaseScenarios } from './fault-audit-database.ts';
import { callbackScenarios } from './fault-callbacks.ts';
import { runEveryFault, type Scenario, type Scenarios } from './fault-cases.ts';
import { deskScenarios } from './fault-desk.ts';
import { directoryScenarios } from './fault-directory.ts';
import { openFaultHarness } from './fault-fixtures.ts';
import { housekeepingScenarios } from './fault-housekeeping.ts';
import { recordScenarios } from './fault-records.ts';
import { repairScenarios } from './fault-repair.ts';
import { templateScenarios } from './fault-templates.ts';
import { transactionScenarios } from './fault-transactions.ts';

/** The scenarios of each command. A command that is missing here is a compile error. */
const SCENARIOS: Readonly<Record<CommandName, Scenarios>> = {
  ...transactionScenarios,
  ...callbackScenarios,
  ...deskScenarios,
  ...directoryScenarios,
  ...recordScenarios,
  ...housekeepingScenarios,
  ...repairScenarios,
  ...templateScenarios,
  recordSignIn: auditScenarios.recordSignIn,
  recordCopy: databaseScenarios.recordCopy,
};

const TITLE = 'with any fault at any statement, nothing is torn or lost, and a repeat succeeds';

/**
 * Tests every statement of these commands with every fault.
 * @param minCases the least number of cases: fewer would test less than before.
 * @param scenarios by default those of the commands themselves.
 */
export function testEveryFault<N extends CommandName>(
  names: readonly N[],
  minCases: number,
  scenarios: Readonly<Record<N, Scenarios>> = SCENARIOS,
): void {
  test(`${TITLE}: ${names.join(', ')}`, async () => {
    await using harness = await openFaultHarness();
    let sum = 0;
    for (const name of names) {
      for (const [title, scenario] of Object.entries<Scenario>(scenarios[name]))
        sum += await runEveryFault(harness, `${name}, ${title}`, scenario);
    }
    process.stdout.write(`faults: ${sum} cases of ${names.length} commands\n`);
    expect(sum).toBeGreaterThanOrEqual(minCases);
  }, 120_000);
}

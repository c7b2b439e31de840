import { expect, test } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import { callbackSubjects } from './fault-callbacks.ts';
import { meetEveryFault, type Subjects } from './fault-cases.ts';
import { directorySubjects } from './fault-directory.ts';
import { openFaultWorld } from './fault-fixtures.ts';
import { repairSubjects } from './fault-repair.ts';
import { transactionSubjects } from './fault-transactions.ts';

/** What is asked of each command. A command that is missing here is an error of the compiler. */
const SUBJECTS: Readonly<Record<CommandName, Subjects>> = {
  ...transactionSubjects,
  ...callbackSubjects,
  ...directorySubjects,
  ...repairSubjects,
};

const TITLE = 'whichever statement meets whichever fault, nothing is torn or lost, and a repeat succeeds';

/**
 * Has every statement of these commands meet every fault.
 * @param leastCases how many cases that is at least: fewer would be a promise less.
 */
export function testEveryFault(names: readonly CommandName[], leastCases: number): void {
  test(`${TITLE}: ${names.join(', ')}`, async () => {
    await using world = await openFaultWorld();
    let sum = 0;
    for (const name of names) {
      for (const [what, subject] of Object.entries(SUBJECTS[name]))
        sum += await meetEveryFault(world, `${name}, ${what}`, subject);
    }
    process.stdout.write(`faults: ${sum} cases of ${names.length} commands\n`);
    expect(sum).toBeGreaterThanOrEqual(leastCases);
  }, 120_000);
}

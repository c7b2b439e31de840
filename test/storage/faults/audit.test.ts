import type { CommandName } from '../../../db/commands.ts';
import { auditScenarios } from '../../support/fault-audit.ts';
import { databaseScenarios } from '../../support/fault-audit-database.ts';
import { administrationScenarios } from '../../support/fault-audit-directory.ts';
import type { Scenarios } from '../../support/fault-cases.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

// A row of the audit log exists exactly if the change of its command does.
function testAll<N extends CommandName>(scenarios: Readonly<Record<N, Scenarios>>, min: number) {
  testEveryFault(Object.keys(scenarios) as N[], min, scenarios);
}

testAll(auditScenarios, 200);
testAll(administrationScenarios, 300);
testAll(databaseScenarios, 200);

import type { CommandName } from '../../../db/commands/index.ts';
import { auditScenarios } from '../../support/fault-audit.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

// A row of the audit log exists exactly if the change of its command does.
const { applyTransitions, markSent, redeliverCallback, redeliverFailedCallbacks, ...administration } =
  auditScenarios;
const ofTransactions = { applyTransitions, markSent, redeliverCallback, redeliverFailedCallbacks };

function testAll<N extends CommandName>(
  scenarios: Parameters<typeof testEveryFault<N>>[2] & object,
  min: number,
) {
  testEveryFault(Object.keys(scenarios) as N[], min, scenarios);
}

testAll<keyof typeof ofTransactions>(ofTransactions, 200);
testAll<keyof typeof administration>(administration, 400);

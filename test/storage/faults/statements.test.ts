import { policyScenarios } from '../../support/fault-policies.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';
import { statementScenarios } from '../../support/fault-statements.ts';

testEveryFault(Object.keys(statementScenarios) as (keyof typeof statementScenarios)[], 400);
testEveryFault(Object.keys(policyScenarios) as (keyof typeof policyScenarios)[], 60);

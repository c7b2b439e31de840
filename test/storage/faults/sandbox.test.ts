import { sandboxScenarios } from '../../support/fault-sandbox.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(Object.keys(sandboxScenarios) as (keyof typeof sandboxScenarios)[], 20);

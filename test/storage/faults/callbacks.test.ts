import { callbackScenarios } from '../../support/fault-callbacks.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(Object.keys(callbackScenarios) as (keyof typeof callbackScenarios)[], 320);

import { directoryScenarios } from '../../support/fault-directory.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(Object.keys(directoryScenarios) as (keyof typeof directoryScenarios)[], 349);

import { directoryScenarios } from '../../support/fault-directory.ts';
import { recordScenarios } from '../../support/fault-records.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

const scenarios = { ...directoryScenarios, ...recordScenarios };

testEveryFault(Object.keys(scenarios) as (keyof typeof scenarios)[], 349);

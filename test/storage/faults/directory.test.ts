import { directoryScenarios } from '../../support/fault-directory.ts';
import { profileScenarios } from '../../support/fault-profiles.ts';
import { recordScenarios } from '../../support/fault-records.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';
import { templateScenarios } from '../../support/fault-templates.ts';

const scenarios = { ...directoryScenarios, ...templateScenarios, ...profileScenarios, ...recordScenarios };

testEveryFault(Object.keys(scenarios) as (keyof typeof scenarios)[], 1000);

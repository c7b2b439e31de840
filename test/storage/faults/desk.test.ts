import { callbackScenarios } from '../../support/fault-callbacks.ts';
import { deskScenarios } from '../../support/fault-desk.ts';
import { directoryScenarios } from '../../support/fault-directory.ts';
import { housekeepingScenarios } from '../../support/fault-housekeeping.ts';
import { profileScenarios } from '../../support/fault-profiles.ts';
import { recordScenarios } from '../../support/fault-records.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';
import { templateScenarios } from '../../support/fault-templates.ts';

const scenarios = {
  ...deskScenarios,
  ...callbackScenarios,
  ...directoryScenarios,
  ...templateScenarios,
  ...profileScenarios,
  ...recordScenarios,
  ...housekeepingScenarios,
};

testEveryFault(Object.keys(scenarios) as (keyof typeof scenarios)[], 1890);

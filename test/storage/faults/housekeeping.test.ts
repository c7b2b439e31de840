import { housekeepingScenarios } from '../../support/fault-housekeeping.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(Object.keys(housekeepingScenarios) as (keyof typeof housekeepingScenarios)[], 270);

import { profileScenarios } from '../../support/fault-profiles.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';
import { templateScenarios } from '../../support/fault-templates.ts';

testEveryFault(Object.keys(templateScenarios) as (keyof typeof templateScenarios)[], 40);
testEveryFault(Object.keys(profileScenarios) as (keyof typeof profileScenarios)[], 40);

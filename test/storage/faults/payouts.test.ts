import { payoutProfileScenarios } from '../../support/fault-payout-profiles.ts';
import { payoutScenarios } from '../../support/fault-payouts.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

const scenarios = { ...payoutScenarios, ...payoutProfileScenarios };
testEveryFault(Object.keys(scenarios) as (keyof typeof scenarios)[], 40);

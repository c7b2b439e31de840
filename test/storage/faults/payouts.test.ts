import { payoutScenarios } from '../../support/fault-payouts.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(Object.keys(payoutScenarios) as (keyof typeof payoutScenarios)[], 40);

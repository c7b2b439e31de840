import { dayScenarios } from '../../support/fault-days.ts';
import { payoutProfileScenarios } from '../../support/fault-payout-profiles.ts';
import { payoutScenarios } from '../../support/fault-payouts.ts';
import { policyScenarios } from '../../support/fault-policies.ts';
import { refundScenarios } from '../../support/fault-refunds.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';
import { statementScenarios } from '../../support/fault-statements.ts';

const scenarios = {
  ...statementScenarios,
  ...policyScenarios,
  ...payoutScenarios,
  ...payoutProfileScenarios,
  ...refundScenarios,
  ...dayScenarios,
};

testEveryFault(Object.keys(scenarios) as (keyof typeof scenarios)[], 500);

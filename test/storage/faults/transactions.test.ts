import { testEveryFault } from '../../support/fault-scenarios.ts';
import { transactionScenarios } from '../../support/fault-transactions.ts';

testEveryFault(Object.keys(transactionScenarios) as (keyof typeof transactionScenarios)[], 530);

import { deskScenarios } from '../../support/fault-desk.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(Object.keys(deskScenarios) as (keyof typeof deskScenarios)[], 300);

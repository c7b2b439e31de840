import { testEveryFault } from '../../support/fault-scenarios.ts';

testEveryFault(['repair'], 228);

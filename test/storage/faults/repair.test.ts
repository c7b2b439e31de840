import { testEveryFault } from '../../support/fault-subjects.ts';

testEveryFault(['repair'], 228);

import { callbackSubjects } from '../../support/fault-callbacks.ts';
import { testEveryFault } from '../../support/fault-subjects.ts';

testEveryFault(Object.keys(callbackSubjects) as (keyof typeof callbackSubjects)[], 274);

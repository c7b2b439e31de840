import { directorySubjects } from '../../support/fault-directory.ts';
import { testEveryFault } from '../../support/fault-subjects.ts';

testEveryFault(Object.keys(directorySubjects) as (keyof typeof directorySubjects)[], 349);

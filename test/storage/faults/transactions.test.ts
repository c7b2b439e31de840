import { testEveryFault } from '../../support/fault-subjects.ts';
import { transactionSubjects } from '../../support/fault-transactions.ts';

testEveryFault(Object.keys(transactionSubjects) as (keyof typeof transactionSubjects)[], 276);

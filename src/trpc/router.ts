import { listAvailableBanks } from '../operations/banks.ts';
import { createDeposit } from '../operations/deposits.ts';
import { getTransaction, listTransactions, watchTransactions } from '../operations/transactions.ts';
import { createWithdrawal } from '../operations/withdrawals.ts';
import { mutation, query, router, subscription } from './init.ts';

/** Every procedure and the operation it names. */
export const appRouter = router({
  deposits: router({ create: mutation(createDeposit) }),
  withdrawals: router({ create: mutation(createWithdrawal) }),
  transactions: router({
    get: query(getTransaction),
    list: query(listTransactions),
    onChange: subscription(watchTransactions),
  }),
  banks: router({ list: query(listAvailableBanks) }),
});

/** The type a TypeScript client is made from. */
export type AppRouter = typeof appRouter;

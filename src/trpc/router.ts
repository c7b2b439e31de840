import { listAvailableBanks } from '../operations/admin/available-banks.ts';
import { signIn, whoAmI } from '../operations/admin/identity.ts';
import { listAudit } from '../operations/audit/audit.ts';
import { listEvents } from '../operations/callbacks/events.ts';
import { createDeposit } from '../operations/transactions/deposits.ts';
import { createWithdrawal } from '../operations/transactions/withdrawals.ts';
import { mutation, query, router } from './init.ts';
import { callbacks } from './routers/callbacks.ts';
import { payments } from './routers/payments.ts';
import { matchPolicies, statements } from './routers/statements.ts';
import { testKeys } from './routers/test-keys.ts';
import { transactions } from './routers/transactions.ts';

/** Every procedure and its operation. */
export const appRouter = router({
  whoAmI: query(whoAmI),
  signIn: mutation(signIn),
  deposits: router({ create: mutation(createDeposit) }),
  withdrawals: router({ create: mutation(createWithdrawal) }),
  transactions,
  statements,
  matchPolicies,
  events: router({ list: query(listEvents) }),
  callbacks,
  banks: router({ list: query(listAvailableBanks) }),
  audit: router({ list: query(listAudit) }),
  test: testKeys,
  payments,
});

/** The type for TypeScript clients. */
export type AppRouter = typeof appRouter;

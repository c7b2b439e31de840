import { signIn, whoAmI } from '../../admin/identity.ts';
import { listAudit } from '../../audit/audit.ts';
import { listAvailableBanks } from '../../banks/available-banks.ts';
import { listEvents } from '../../callbacks/events.ts';
import { updatePresence } from '../../presence/presence.ts';
import { search } from '../../search/search.ts';
import { createDeposit } from '../../transactions/deposits.ts';
import { createWithdrawal } from '../../transactions/withdrawals.ts';
import { mutation, query, router } from './init.ts';
import { callbacks } from './routers/callbacks.ts';
import { days } from './routers/days.ts';
import { payments } from './routers/payments.ts';
import { payouts } from './routers/payouts.ts';
import { matchPolicies, statements } from './routers/statements.ts';
import { testKeys } from './routers/test-keys.ts';
import { transactions } from './routers/transactions.ts';

/** Every procedure and its operation. */
export const appRouter = router({
  whoAmI: query(whoAmI),
  signIn: mutation(signIn),
  deposits: router({ create: mutation(createDeposit) }),
  withdrawals: router({ create: mutation(createWithdrawal) }),
  search: query(search),
  presence: router({ update: mutation(updatePresence) }),
  transactions,
  statements,
  matchPolicies,
  payouts,
  days,
  events: router({ list: query(listEvents) }),
  callbacks,
  banks: router({ list: query(listAvailableBanks) }),
  audit: router({ list: query(listAudit) }),
  test: testKeys,
  payments,
});

/** The type for TypeScript clients. */
export type AppRouter = typeof appRouter;

import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../operations/sandbox/transitions.ts';
import type { OperationRoute } from './route.ts';

export const TEST_KEY_ROUTES: readonly OperationRoute[] = [
  { method: 'POST', path: '/v1/test/transactions/:transactionId/settle', operation: settleTestTransaction },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/reject', operation: rejectTestTransaction },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/reverse', operation: reverseTestTransaction },
  { method: 'POST', path: '/v1/test/transactions/:transactionId/expire', operation: expireTestTransaction },
];

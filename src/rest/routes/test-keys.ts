import { failTestCallbacks } from '../../operations/sandbox/callback-failures.ts';
import { advanceTestClock } from '../../operations/sandbox/clock.ts';
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
  { method: 'POST', path: '/v1/test/clock', operation: advanceTestClock },
  { method: 'POST', path: '/v1/test/callback-failures', operation: failTestCallbacks },
];

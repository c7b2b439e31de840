import { EVENT_ROUTES } from './routes/events.ts';
import type { OperationRoute } from './routes/route.ts';
import { STATEMENT_ROUTES } from './routes/statements.ts';
import { TEST_KEY_ROUTES } from './routes/test-keys.ts';
import { TRANSACTION_ROUTES } from './routes/transactions.ts';

/** Every REST route. */
export const routes: readonly OperationRoute[] = [
  ...TRANSACTION_ROUTES,
  ...STATEMENT_ROUTES,
  ...EVENT_ROUTES,
  ...TEST_KEY_ROUTES,
];

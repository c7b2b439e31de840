import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../operations/callbacks/callbacks.ts';
import { listEvents } from '../../operations/callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../operations/callbacks/summary.ts';
import type { OperationRoute } from './route.ts';

export const EVENT_ROUTES: readonly OperationRoute[] = [
  { method: 'GET', path: '/v1/events', operation: listEvents },
  { method: 'POST', path: '/v1/events/:eventId/redeliver', operation: redeliverCallback },
  { method: 'GET', path: '/v1/callback-attempts', operation: listCallbackAttempts },
  { method: 'GET', path: '/v1/callbacks/summary', operation: readCallbackSummary },
  { method: 'GET', path: '/v1/callbacks/failed', operation: listFailedCallbacks },
  { method: 'POST', path: '/v1/callbacks/redeliver-failed', operation: redeliverFailedCallbacks },
];

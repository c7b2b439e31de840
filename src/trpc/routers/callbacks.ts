import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../operations/callbacks/callbacks.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../operations/callbacks/summary.ts';
import { mutation, query, router } from '../init.ts';

export const callbacks = router({
  attempts: query(listCallbackAttempts),
  summary: query(readCallbackSummary),
  failed: query(listFailedCallbacks),
  redeliver: mutation(redeliverCallback),
  redeliverFailed: mutation(redeliverFailedCallbacks),
});

import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../../callbacks/callbacks.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../../callbacks/summary.ts';
import { mutation, query, router } from '../init.ts';

export const callbacks = router({
  attempts: query(listCallbackAttempts),
  summary: query(readCallbackSummary),
  failed: query(listFailedCallbacks),
  redeliver: mutation(redeliverCallback),
  redeliverFailed: mutation(redeliverFailedCallbacks),
});

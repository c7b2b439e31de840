import {
  attemptView,
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../src/callbacks/callbacks.ts';
import { eventView, listEvents } from '../../src/callbacks/events.ts';
import {
  clientCallbacksView,
  failedCallbackView,
  listFailedCallbacks,
  readCallbackSummary,
} from '../../src/callbacks/summary.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const Event = objectFrom(
  'Event',
  eventView,
  'One transition of a transaction, with the content of its callback.',
);
const EventPage = objectFrom('EventPage', listEvents.output, 'Events in the order they were committed.');
objectFrom('CallbackAttempt', attemptView, 'One attempt to deliver a callback.');
const AttemptPage = objectFrom('CallbackAttemptPage', listCallbackAttempts.output, 'Attempts, newest first.');
const Redelivered = objectFrom(
  'RedeliveredCallbacks',
  redeliverFailedCallbacks.output,
  'The number of callbacks that are delivered again.',
);

objectFrom('ClientCallbacks', clientCallbacksView, 'The callbacks of one client that wait or were given up.');
const CallbackSummary = objectFrom(
  'CallbackSummary',
  readCallbackSummary.output,
  'The clients with callbacks that wait or were given up; most given up first.',
);
objectFrom('FailedCallback', failedCallbackView, 'A callback that was given up.');
const FailedPage = objectFrom('FailedCallbackPage', listFailedCallbacks.output, 'Callbacks, newest first.');

const _APP_KEY = 'The client to read. A merchant key always reads its own.';

export const eventQueries: QueryFields = (t) => ({
  events: t.field({ ...runs(listEvents), type: EventPage }),
  callbackAttempts: t.field({ ...runs(listCallbackAttempts), type: AttemptPage }),
  callbackSummary: t.field({ ...runs(readCallbackSummary), type: CallbackSummary }),
  failedCallbacks: t.field({ ...runs(listFailedCallbacks), type: FailedPage }),
});

export const eventMutations: MutationFields = (t) => ({
  redeliverCallback: t.field({ ...runs(redeliverCallback), type: Event }),
  redeliverFailedCallbacks: t.field({ ...runs(redeliverFailedCallbacks), type: Redelivered }),
});

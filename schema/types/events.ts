import {
  attemptView,
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../src/operations/callbacks/callbacks.ts';
import { eventView, listEvents } from '../../src/operations/callbacks/events.ts';
import {
  clientCallbacksView,
  failedCallbackView,
  listFailedCallbacks,
  readCallbackSummary,
} from '../../src/operations/callbacks/summary.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';

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

const APP_KEY = 'The client to read. A merchant key always reads its own.';

export const eventQueries: QueryFields = (t) => ({
  events: t.field({
    description: 'Transitions of transactions, in the order they were committed.',
    type: EventPage,
    args: {
      transactionId: t.arg.string(),
      appKey: t.arg.string({ description: APP_KEY }),
      after: t.arg.string({ description: 'The eventId of the last event that was read.' }),
      limit: t.arg.int({ description: 'From 1 to 100; 50 by default.' }),
    },
    resolve: (_root, args, context) => run(listEvents, context, args),
  }),
  callbackAttempts: t.field({
    description: 'Attempts to deliver callbacks, newest first.',
    type: AttemptPage,
    args: {
      transactionId: t.arg.string(),
      eventId: t.arg.string(),
      appKey: t.arg.string({ description: APP_KEY }),
      after: t.arg.string({ description: 'The nextCursor of the previous page.' }),
      limit: t.arg.int({ description: 'From 1 to 100; 50 by default.' }),
    },
    resolve: (_root, args, context) => run(listCallbackAttempts, context, args),
  }),
  callbackSummary: t.field({
    description: 'How many callbacks of each client wait or were given up, and the last error.',
    type: CallbackSummary,
    resolve: (_root, args, context) => run(readCallbackSummary, context, args),
  }),
  failedCallbacks: t.field({
    description: 'The callbacks of a client that were given up, newest first.',
    type: FailedPage,
    args: {
      appKey: t.arg.string({ required: true }),
      after: t.arg.string({ description: 'The nextCursor of the previous page.' }),
      limit: t.arg.int({ description: 'From 1 to 100; 50 by default.' }),
    },
    resolve: (_root, args, context) => run(listFailedCallbacks, context, args),
  }),
});

export const eventMutations: MutationFields = (t) => ({
  redeliverCallback: t.field({
    description: 'Delivers the callback of an event again.',
    type: Event,
    args: { eventId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(redeliverCallback, context, args),
  }),
  redeliverFailedCallbacks: t.field({
    description: 'Delivers all failed callbacks of a client again.',
    type: Redelivered,
    args: { appKey: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(redeliverFailedCallbacks, context, args),
  }),
});

import {
  attemptView,
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../src/operations/callbacks/callbacks.ts';
import { eventView, listEvents } from '../../src/operations/callbacks/events.ts';
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

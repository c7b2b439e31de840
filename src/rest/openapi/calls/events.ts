import { type Calls, FOUND } from './call.ts';

export const EVENT_CALLS: Calls = {
  listEvents: {
    summary: 'Read events in the order of their commits',
    description: 'Continue with the last `eventId`. No event ever appears before one that was read.',
  },
  listCallbackAttempts: {
    summary: 'List attempts to deliver callbacks, newest first',
  },
  readCallbackSummary: {
    summary: 'Count the callbacks of each client that wait or were given up',
  },
  listFailedCallbacks: {
    summary: 'List the callbacks of a client that were given up',
    refusals: ['error_site_not_found'],
  },
  redeliverCallback: {
    summary: 'Deliver the callback of an event again',
    refusals: [...FOUND, 'error_transition_not_allowed'],
  },
  redeliverFailedCallbacks: {
    summary: 'Deliver the callbacks of a client again that were given up',
    refusals: ['error_site_not_found'],
  },
};

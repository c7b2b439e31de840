import type { EventView } from '../../callbacks/events.ts';
import * as operations from '../operation-list.ts';
import type { ShownColumns } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';

const events: ShownColumns<EventView> = [
  'eventId occurredAt appKey:CLIENT transactionId sequence change status',
  ['BY', (event) => event.actorAppKey ?? event.actor],
  'statusReason:REASON callback',
];

const OF_PAGES = '--transaction <transactionId> --client <appKey> --limit <number>';

/** Commands for the events of transactions. */
export const eventCommands: CommandGroup = {
  name: 'events',
  summary: 'Shows the history of transactions.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the events of transactions in the order of their commits.',
      operation: operations.listEvents,
      parameters: [`${OF_PAGES} --after <eventId>`],
      example: 'events list --transaction 691e5b10a1b2c3d4e5f60718',
      shows: events,
    }),
  ],
};

/** Commands for the delivery of callbacks. */
export const callbackCommands: CommandGroup = {
  name: 'callbacks',
  summary: 'Shows how callbacks were delivered, and delivers them again.',
  commands: [
    operationCommand({
      name: 'summary',
      summary: 'Counts the callbacks of each client that wait or were given up.',
      operation: operations.readCallbackSummary,
      ofMerchant: 'callbacks attempts',
      example: 'callbacks summary',
      shows: ['appKey:CLIENT name waiting failed lastError lastFailedAt:AT'],
    }),
    operationCommand({
      name: 'failed',
      summary: 'Lists the callbacks of a client that were given up, newest first.',
      operation: operations.listFailedCallbacks,
      ofMerchant: 'callbacks attempts',
      parameters: ['<appKey> --limit <number> --after <eventId>'],
      example: 'callbacks failed acme-shop',
      shows: ['eventId occurredAt transactionId change lastError'],
    }),
    operationCommand({
      name: 'attempts',
      summary: 'Lists attempts to deliver callbacks, newest first.',
      operation: operations.listCallbackAttempts,
      parameters: [`${OF_PAGES} --event <eventId> --after <cursor>`],
      example: 'callbacks attempts --client acme-shop --limit 20',
      shows: [
        'startedAt appKey:CLIENT eventId status',
        ['TOOK', ({ durationMs }) => `${durationMs} ms`],
        'error',
      ],
    }),
    operationCommand({
      name: 'redeliver',
      summary: 'Delivers the callback of an event again, even if it was delivered.',
      operation: operations.redeliverCallback,
      parameters: ['<eventId>'],
      example: 'callbacks redeliver 691e5b10a1b2c3d4e5f60719',
      shows: events,
    }),
    operationCommand({
      name: 'redeliver-failed',
      summary: 'Delivers all callbacks of a client again that were given up.',
      operation: operations.redeliverFailedCallbacks,
      parameters: ['<appKey> --waiting'],
      example: 'callbacks redeliver-failed acme-shop',
      format: ({ count, waitingCount }) => {
        const waited = waitingCount > 0 ? `, ${waitingCount} of them waited` : '';
        return `${count} ${count === 1 ? 'callback is' : 'callbacks are'} delivered again${waited}.\n`;
      },
    }),
  ],
};

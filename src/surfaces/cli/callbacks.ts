import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../callbacks/callbacks.ts';
import { type EventView, listEvents } from '../../callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../callbacks/summary.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { type Column, formatPage, formatShortTimestamp, orDash, renderTable } from './table.ts';

type ClientCallbacks = (typeof readCallbackSummary)['output']['_output']['items'][number];
type FailedCallback = (typeof listFailedCallbacks)['output']['_output']['items'][number];
type Attempt = (typeof listCallbackAttempts)['output']['_output']['items'][number];

const eventColumns: readonly Column<EventView>[] = [
  ['EVENT ID', (event) => event.eventId],
  ['OCCURRED', (event) => formatShortTimestamp(event.occurredAt)],
  ['CLIENT', (event) => orDash(event.appKey)],
  ['TRANSACTION ID', (event) => event.transactionId],
  ['SEQUENCE', (event) => String(event.sequence)],
  ['CHANGE', (event) => event.change],
  ['STATUS', (event) => event.status],
  ['BY', (event) => event.actorAppKey ?? event.actor],
  ['REASON', (event) => orDash(event.statusReason)],
  ['CALLBACK', (event) => orDash(event.callback)],
];

const attemptColumns: readonly Column<Attempt>[] = [
  ['STARTED', (attempt) => formatShortTimestamp(attempt.startedAt)],
  ['CLIENT', (attempt) => orDash(attempt.appKey)],
  ['EVENT ID', (attempt) => attempt.eventId],
  ['STATUS', (attempt) => String(attempt.status ?? '-')],
  ['TOOK', (attempt) => `${attempt.durationMs} ms`],
  ['ERROR', (attempt) => orDash(attempt.error)],
];

const summaryColumns: readonly Column<ClientCallbacks>[] = [
  ['CLIENT', (client) => client.appKey],
  ['NAME', (client) => client.name],
  ['WAITING', (client) => String(client.waiting)],
  ['FAILED', (client) => String(client.failed)],
  ['LAST ERROR', (client) => orDash(client.lastError)],
  ['AT', (client) => (client.lastFailedAt === null ? '-' : formatShortTimestamp(client.lastFailedAt))],
];

const failedColumns: readonly Column<FailedCallback>[] = [
  ['EVENT ID', (callback) => callback.eventId],
  ['OCCURRED', (callback) => formatShortTimestamp(callback.occurredAt)],
  ['TRANSACTION ID', (callback) => callback.transactionId],
  ['CHANGE', (callback) => callback.change],
  ['LAST ERROR', (callback) => orDash(callback.lastError)],
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
      operation: listEvents,
      parameters: [`${OF_PAGES} --after <eventId>`],
      example: 'events list --transaction 691e5b10a1b2c3d4e5f60718',
      format: ({ items, nextCursor }) => formatPage(eventColumns, items, nextCursor),
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
      operation: readCallbackSummary,
      ofMerchant: 'callbacks attempts',
      example: 'callbacks summary',
      format: ({ items }) => renderTable(summaryColumns, items),
    }),
    operationCommand({
      name: 'failed',
      summary: 'Lists the callbacks of a client that were given up, newest first.',
      operation: listFailedCallbacks,
      ofMerchant: 'callbacks attempts',
      parameters: ['<appKey> --limit <number> --after <eventId>'],
      example: 'callbacks failed acme-shop',
      format: ({ items, nextCursor }) => formatPage(failedColumns, items, nextCursor),
    }),
    operationCommand({
      name: 'attempts',
      summary: 'Lists attempts to deliver callbacks, newest first.',
      operation: listCallbackAttempts,
      parameters: [`${OF_PAGES} --event <eventId> --after <cursor>`],
      example: 'callbacks attempts --client acme-shop --limit 20',
      format: ({ items, nextCursor }) => formatPage(attemptColumns, items, nextCursor),
    }),
    operationCommand({
      name: 'redeliver',
      summary: 'Delivers the callback of an event again, even if it was delivered.',
      operation: redeliverCallback,
      parameters: ['<eventId>'],
      example: 'callbacks redeliver 691e5b10a1b2c3d4e5f60719',
      format: (event) => renderTable(eventColumns, [event]),
    }),
    operationCommand({
      name: 'redeliver-failed',
      summary: 'Delivers again all callbacks of a client that were given up.',
      operation: redeliverFailedCallbacks,
      parameters: ['<appKey>'],
      example: 'callbacks redeliver-failed acme-shop',
      format: ({ count }) => `${count} ${count === 1 ? 'callback is' : 'callbacks are'} delivered again.\n`,
    }),
  ],
};

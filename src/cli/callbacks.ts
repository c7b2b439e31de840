import {
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../operations/callbacks/callbacks.ts';
import { type EventView, listEvents } from '../operations/callbacks/events.ts';
import { argument, defineCommand, option } from './command.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';

type Attempt = (typeof listCallbackAttempts)['output']['_output']['items'][number];

const eventColumns: readonly Column<EventView>[] = [
  ['EVENT ID', (event) => event.eventId],
  ['OCCURRED', (event) => formatShortTimestamp(event.occurredAt)],
  ['CLIENT', (event) => event.appKey ?? '-'],
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
  ['CLIENT', (attempt) => attempt.appKey ?? '-'],
  ['EVENT ID', (attempt) => attempt.eventId],
  ['STATUS', (attempt) => String(attempt.status ?? '-')],
  ['TOOK', (attempt) => `${attempt.durationMs} ms`],
  ['ERROR', (attempt) => orDash(attempt.error)],
];

const page = [
  option('transaction', {
    field: 'transactionId',
    placeholder: '<transactionId>',
    help: 'Only those of this transaction.',
  }),
  option('client', { field: 'appKey', placeholder: '<appKey>', help: 'Only those of this client.' }),
  option('limit', { placeholder: '<number>', help: 'How many: 50 if it is not given.' }),
];

/** A page for people, and how to see the next one. */
function showPage<Row>(columns: readonly Column<Row>[], items: readonly Row[], next: string | null): string {
  const more = next === null ? '' : `There are more: --after ${next}\n`;
  return renderTable(columns, items) + more;
}

/** What happened, and how clients were told of it. */
export const callbackCommands = [
  defineCommand({
    name: 'events list',
    summary: 'Lists what happened to transactions, in the order it was committed.',
    operation: listEvents,
    parameters: [
      ...page,
      option('after', { placeholder: '<eventId>', help: 'Only what followed this event.' }),
    ],
    example: 'events list --transaction 691e5b10a1b2c3d4e5f60718',
    show: ({ items, nextCursor }) => showPage(eventColumns, items, nextCursor),
  }),
  defineCommand({
    name: 'callbacks attempts',
    summary: 'Lists attempts to deliver callbacks, newest first.',
    operation: listCallbackAttempts,
    parameters: [
      ...page,
      option('event', { field: 'eventId', placeholder: '<eventId>', help: 'Only those of this event.' }),
      option('after', { placeholder: '<cursor>', help: 'Only what is behind the page that gave it.' }),
    ],
    example: 'callbacks attempts --client acme-shop --limit 20',
    show: ({ items, nextCursor }) => showPage(attemptColumns, items, nextCursor),
  }),
  defineCommand({
    name: 'callbacks redeliver',
    summary: 'Delivers the callback of an event anew, whatever became of it.',
    operation: redeliverCallback,
    parameters: [argument('eventId', { help: 'The event.' })],
    example: 'callbacks redeliver 691e5b10a1b2c3d4e5f60719',
    show: (event) => renderTable(eventColumns, [event]),
  }),
  defineCommand({
    name: 'callbacks redeliver-failed',
    summary: 'Delivers anew all callbacks of a client that were given up.',
    operation: redeliverFailedCallbacks,
    parameters: [argument('appKey', { help: 'The client.' })],
    example: 'callbacks redeliver-failed acme-shop',
    show: ({ count }) => `${count} ${count === 1 ? 'callback is' : 'callbacks are'} delivered anew.\n`,
  }),
];

import { idOf, type ParityCase, parityCase, type ResponseTo, UNKNOWN_ID } from './parity-cases.ts';
import { CALLERS, type Caller } from './parity-fixtures.ts';

const READERS: readonly Caller[] = ['merchant', 'other', 'viewer', 'operator', 'admin'];
const LISTS = ['listEvents', 'listCallbackAttempts'];
const { appKey } = CALLERS.other;

/** The cases that read events and attempts, and redeliver callbacks. They need those of transitions. */
export function eventCases(): ParityCase[] {
  return [
    ...LISTS.flatMap((operation) => [...lists(operation), ...walks(operation)]),
    ...['a corrected one', 'a refused one'].map((kept) =>
      parityCase('listEvents', `of ${kept}`, (responseTo) => ({ transactionId: idOf(responseTo, kept) }), {
        as: 'operator',
        keep: `events of ${kept}`,
      }),
    ),
    ...ofOneEvent(),
    ...redeliveries(),
  ];
}

function lists(operation: string): ParityCase[] {
  return [
    ...READERS.flatMap((as) => [
      parityCase(operation, `all as ${as}`, { limit: 100 }, { as }),
      parityCase(
        operation,
        `of one as ${as}`,
        (responseTo) => ({ transactionId: idOf(responseTo, 'a corrected one') }),
        { as },
      ),
      parityCase(operation, `of a client as ${as}`, { appKey }, { as }),
    ]),
    parityCase(operation, 'of nobody', { appKey: 'nobody' }, { as: 'operator' }),
    parityCase(operation, 'of a malformed id', { transactionId: 'x' }, { as: 'other' }),
    ...[UNKNOWN_ID, 'x', '0'].map((after) =>
      parityCase(operation, `after ${after}`, { after }, { as: 'other' }),
    ),
  ];
}

/** The pages of a list, each from the end of the previous one. */
function walks(operation: string): ParityCase[] {
  const keep = (as: Caller, page: number) => `${operation} ${as} ${page}`;
  return READERS.slice(1).flatMap((as) =>
    [0, 1, 2].map((page) =>
      parityCase(
        operation,
        `page ${page} as ${as}`,
        (responseTo) => ({ limit: 3, ...(page > 0 && { after: responseTo(keep(as, page - 1)).nextCursor }) }),
        { as, keep: keep(as, page) },
      ),
    ),
  );
}

const eventIdOf = (responseTo: ResponseTo, kept: string): string =>
  responseTo(`events of ${kept}`).items[0].eventId;

function ofOneEvent(): ParityCase[] {
  const attempts = (name: string, input: ParityCase['input'], as: Caller) =>
    parityCase('listCallbackAttempts', name, input, { as });
  const eventId = (responseTo: ResponseTo) => eventIdOf(responseTo, 'a refused one');
  return [
    ...READERS.map((as) =>
      attempts(`of an event as ${as}`, (responseTo) => ({ eventId: eventId(responseTo) }), as),
    ),
    attempts(
      'of an event and another transaction',
      (responseTo) => ({
        eventId: eventId(responseTo),
        transactionId: idOf(responseTo, 'a corrected one'),
      }),
      'operator',
    ),
  ];
}

/** Redelivers one callback and all failed callbacks. */
function redeliveries(): ParityCase[] {
  const failed = (name: string, input: ParityCase['input'], as: Caller) =>
    parityCase('listFailedCallbacks', name, input, { as });
  return [
    ...(['operator', 'admin'] as const).flatMap((as) => [
      parityCase(
        'redeliverCallback',
        `as ${as}`,
        (responseTo) => ({ eventId: eventIdOf(responseTo, 'a corrected one') }),
        { as },
      ),
      failed(`before, as ${as}`, { appKey, limit: 2 }, as),
      parityCase('redeliverFailedCallbacks', `as ${as}`, { appKey }, { as }),
    ]),
    parityCase('redeliverCallback', 'of a malformed id', { eventId: 'x' }, { as: 'operator' }),
    parityCase('redeliverFailedCallbacks', 'of nobody', { appKey: 'nobody' }, { as: 'operator' }),
    failed('of nobody', { appKey: 'nobody' }, 'viewer'),
    failed('after', { appKey, limit: 2 }, 'viewer'),
    ...LISTS.map((operation) => parityCase(operation, 'at the end', { limit: 100 }, { as: 'admin' })),
  ];
}

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
      parityCase('listEvents', `of ${kept}`, { transactionId: idOf(kept) }, 'operator', {
        keep: `events of ${kept}`,
      }),
    ),
    ...redeliveries(),
  ];
}

function lists(operation: string): ParityCase[] {
  const transactionId = idOf('a corrected one');
  return [
    ...READERS.flatMap((as) => [
      parityCase(operation, `all as ${as}`, { limit: 100 }, as),
      parityCase(operation, `of one as ${as}`, { transactionId }, as),
      parityCase(operation, `of a client as ${as}`, { appKey }, as),
    ]),
    parityCase(operation, 'of nobody', { appKey: 'nobody' }, 'operator'),
    parityCase(operation, 'of a malformed id', { transactionId: 'x' }, 'other'),
    ...[UNKNOWN_ID, 'x', '0'].map((after) => parityCase(operation, `after ${after}`, { after }, 'other')),
  ];
}

/** The pages of a list, each from the end of the previous one. */
function walks(operation: string): ParityCase[] {
  const keep = (as: Caller, page: number) => `${operation} ${as} ${page}`;
  return READERS.slice(1).flatMap((as) =>
    [0, 1, 2].map((page) => {
      const after = page > 0 && ((responseTo: ResponseTo) => responseTo(keep(as, page - 1)).nextCursor);
      const input = { limit: 3, ...(after && { after }) };
      return parityCase(operation, `page ${page} as ${as}`, input, as, { keep: keep(as, page) });
    }),
  );
}

const eventIdOf = (kept: string) => (responseTo: ResponseTo) =>
  responseTo(`events of ${kept}`).items[0].eventId;

/** The attempts of one event, and redeliveries of one callback and of all failed ones. */
function redeliveries(): ParityCase[] {
  const eventId = eventIdOf('a refused one');
  const ofOther = { eventId, transactionId: idOf('a corrected one') };
  const failed = { appKey, limit: 2 };
  return [
    ...READERS.map((as) => parityCase('listCallbackAttempts', `of an event as ${as}`, { eventId }, as)),
    parityCase('listCallbackAttempts', 'of an event and another transaction', ofOther, 'operator'),
    ...(['operator', 'admin'] as const).flatMap((as) => [
      parityCase('redeliverCallback', `one as ${as}`, { eventId: eventIdOf('a corrected one') }, as),
      parityCase('listFailedCallbacks', `of a client as ${as}`, failed, as),
      parityCase('redeliverFailedCallbacks', `of a client as ${as}`, { appKey }, as),
    ]),
    parityCase('redeliverCallback', 'of a malformed id', { eventId: 'x' }, 'operator'),
    parityCase('redeliverFailedCallbacks', 'of nobody', { appKey: 'nobody' }, 'operator'),
    parityCase('listFailedCallbacks', 'of nobody', { appKey: 'nobody' }, 'viewer'),
    parityCase('listFailedCallbacks', 'after redeliveries', failed, 'viewer'),
    ...LISTS.map((operation) => parityCase(operation, 'at the end', { limit: 100 }, 'admin')),
  ];
}

import { type BadValue, badTexts, type ParityCase, parityCase, type ResponseTo } from './parity-cases.ts';
import { CALLERS, type Caller } from './parity-fixtures.ts';
import { idOf, UNKNOWN_ID } from './parity-transitions.ts';

/** The cases that read events and attempts, and redeliver callbacks. */
export function eventAndAttemptCases(): ParityCase[] {
  return [...eventCases(), ...attemptCases(), ...redeliveries()];
}

/** Invalid limits and texts of a query. */
function badPages(): readonly (readonly [string, readonly BadValue[]])[] {
  const limits: readonly BadValue[] = [0, 101, -1, 1.5, 'abc', '', true, [1, 2]].map((value) => [
    `${value}`,
    value,
  ]);
  const texts = badTexts(128).filter(([what]) => what !== 'missing' && what !== 'null');
  return [['limit', limits], ...['transactionId', 'appKey'].map((field) => [field, texts] as const)];
}

const READERS: readonly Caller[] = ['merchant', 'other', 'viewer', 'operator', 'admin'];
const STRANGERS: readonly Caller[] = ['disabled', 'unknown', 'impostor', 'nobody'];

/** The requests that both lists have in common. */
function listCases(operation: 'listEvents' | 'listCallbackAttempts'): ParityCase[] {
  const list = (name: string, input: ParityCase['input'], as: Caller = 'other', cannot = {}) =>
    parityCase(operation, name, input, { as, cannot });
  return [
    ...[...READERS, ...STRANGERS].map((as) => list(`as ${as}`, { limit: 100 }, as)),
    ...READERS.map((as) =>
      list(`of one as ${as}`, (responseTo) => ({ transactionId: idOf(responseTo, 'a corrected one') }), as),
    ),
    ...READERS.map((as) => list(`of a client as ${as}`, { appKey: CALLERS.other.appKey }, as)),
    list('of nobody', { appKey: 'nobody' }, 'operator'),
    ...[UNKNOWN_ID, 'x'].map((transactionId) => list(`of ${transactionId}`, { transactionId })),
    ...badPages().flatMap(([field, values]) =>
      values.map(([what, value, cannot]) => list(`${field} ${what}`, { [field]: value }, 'other', cannot)),
    ),
    ...[UNKNOWN_ID, 'x', ' ', '-1', '0'].map((after) => list(`after ${after}`, { after })),
  ];
}

/** The pages of a list, each from the end of the previous one. */
function walk(operation: 'listEvents' | 'listCallbackAttempts', as: Caller): ParityCase[] {
  const keep = (page: number) => `${operation} ${as} ${page}`;
  return [0, 1, 2].map((page) =>
    parityCase(
      operation,
      `page ${page} as ${as}`,
      (responseTo) => ({ limit: 3, ...(page > 0 && { after: responseTo(keep(page - 1)).nextCursor }) }),
      { as, keep: keep(page) },
    ),
  );
}

function eventCases(): ParityCase[] {
  return [
    ...listCases('listEvents'),
    ...READERS.slice(1).flatMap((as) => walk('listEvents', as)),
    ...['a corrected one', 'a refused one'].map((kept) =>
      parityCase(
        'listEvents',
        `of ${kept}, kept`,
        (responseTo) => ({ transactionId: idOf(responseTo, kept) }),
        {
          as: 'operator',
          keep: `events of ${kept}`,
        },
      ),
    ),
  ];
}

const eventIdOf = (responseTo: ResponseTo, kept: string): string =>
  responseTo(`events of ${kept}`).items[0].eventId;

function attemptCases(): ParityCase[] {
  return [
    ...listCases('listCallbackAttempts'),
    ...READERS.slice(1).flatMap((as) => walk('listCallbackAttempts', as)),
    ...READERS.map((as) =>
      parityCase(
        'listCallbackAttempts',
        `of an event as ${as}`,
        (responseTo) => ({ eventId: eventIdOf(responseTo, 'a refused one') }),
        { as },
      ),
    ),
    parityCase(
      'listCallbackAttempts',
      'of an event and another transaction',
      (responseTo) => ({
        eventId: eventIdOf(responseTo, 'a refused one'),
        transactionId: idOf(responseTo, 'a corrected one'),
      }),
      { as: 'operator' },
    ),
  ];
}

/** Redelivers one callback and all failed callbacks, by permitted callers and by all others. */
function redeliveries(): ParityCase[] {
  const everyone: readonly Caller[] = [...STRANGERS, 'merchant', 'other', 'viewer', 'operator', 'admin'];
  const texts = badTexts(128).filter(([what]) => what !== 'null');
  return [
    ...everyone.map((as) =>
      parityCase(
        'redeliverCallback',
        `as ${as}`,
        (responseTo) => ({ eventId: eventIdOf(responseTo, 'a corrected one') }),
        { as },
      ),
    ),
    ...[UNKNOWN_ID, 'x', 'x'.repeat(129)].map((eventId) =>
      parityCase('redeliverCallback', `under ${eventId.slice(0, 24)}`, { eventId }, { as: 'operator' }),
    ),
    ...everyone.map((as) =>
      parityCase('redeliverFailedCallbacks', `as ${as}`, { appKey: CALLERS.other.appKey }, { as }),
    ),
    ...texts.map(([what, appKey, cannot]) =>
      parityCase(
        'redeliverFailedCallbacks',
        `appKey ${what}`,
        { appKey },
        { as: 'operator', ...(cannot && { cannot }) },
      ),
    ),
    parityCase('redeliverFailedCallbacks', 'of nobody', { appKey: 'nobody' }, { as: 'operator' }),
    ...everyone.map((as) => parityCase('readCallbackSummary', `as ${as}`, {}, { as })),
    ...everyone.map((as) =>
      parityCase('listFailedCallbacks', `as ${as}`, { appKey: CALLERS.other.appKey, limit: 2 }, { as }),
    ),
    ...texts.map(([what, appKey, cannot]) =>
      parityCase(
        'listFailedCallbacks',
        `appKey ${what}`,
        { appKey },
        { as: 'viewer', ...(cannot && { cannot }) },
      ),
    ),
    parityCase('listFailedCallbacks', 'of nobody', { appKey: 'nobody' }, { as: 'viewer' }),
    ...['listEvents', 'listCallbackAttempts'].map((operation) =>
      parityCase(operation as 'listEvents', 'at the end', { limit: 100 }, { as: 'admin' }),
    ),
  ];
}

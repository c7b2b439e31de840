import { DEMO_BANK_ID, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import {
  BAD_AMOUNTS,
  type BadValue,
  badTexts,
  type CaseOptions,
  type ParityCase,
  parityCase,
  type Recall,
} from './parity-cases.ts';
import { CALLERS, type Caller, REFUSED_PROCESS } from './parity-world.ts';

type Change =
  | 'settleTransaction'
  | 'rejectTransaction'
  | 'cancelTransaction'
  | 'reverseTransaction'
  | 'correctTransaction';

const UNKNOWN_ID = 'ffffffffffffffffffffffff';
const TEXT_ONLY = { 'rest form': 'a form carries text only' };

/** The cases of what happens behind `pending`: the changes, then what is read and delivered again of them. */
export function changeCases(): ParityCase[] {
  const kinds: readonly (readonly [Change, readonly Change[]])[] = [
    ['settleTransaction', []],
    ['rejectTransaction', []],
    ['cancelTransaction', []],
    ['reverseTransaction', ['settleTransaction']],
    ['correctTransaction', ['rejectTransaction']],
  ];
  return [
    ...kinds.flatMap(([operation, before]) => changesOf(operation, before)),
    ...lives(),
    ...eventCases(),
    ...attemptCases(),
    ...redeliveries(),
  ];
}

/** A transaction of the merchant whose callbacks are received, kept by a name. */
function create(keep: string, changes: Input = {}): ParityCase {
  const own = { processId: `process of ${keep}`, userId: `user of ${keep}`, amount: 250.5 };
  const rest = { bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  const account = { accountName: 'Test User', iban: VALID_IBAN };
  const input = { ...own, ...rest, ...account, ...changes };
  return parityCase('createWithdrawal', `for ${keep}`, input, { as: 'other', keep });
}

const idOf = (recall: Recall, kept: string): string => recall(kept).transactionId;

/** What one change is asked for: in every bad way, by everybody, too late, well, and once more. */
function changesOf(operation: Change, before: readonly Change[]): ParityCase[] {
  const kept = `the ${operation}`;
  const reasons = operation === 'cancelTransaction' ? {} : { reason: 'as was seen' };
  const sequence = before.length + 1;
  const ask = (name: string, changes: Input = {}, options: CaseOptions = {}) =>
    parityCase(
      operation,
      name,
      (recall) => ({ transactionId: idOf(recall, kept), sequence, ...reasons, ...changes }),
      { as: 'operator', ...options },
    );
  const others: readonly Caller[] = ['viewer', 'merchant', 'disabled', 'unknown', 'impostor', 'nobody'];
  return [
    create(kept),
    ...before.map((earlier) => changeOf(earlier, kept, 1)),
    ...badFields(operation).flatMap(([field, values]) =>
      values.map(([what, value, cannot]) =>
        ask(`${field} ${what}`, { [field]: value }, cannot ? { cannot } : {}),
      ),
    ),
    ...[UNKNOWN_ID, 'x', 'x'.repeat(129), '../deposit'].map((transactionId) =>
      ask(`under ${transactionId.slice(0, 24)}`, { transactionId }),
    ),
    ...others.map((as) => ask(`as ${as}`, {}, { as })),
    ask('with another sequence', { sequence: sequence + 1 }),
    ask('well', {}, { as: operation === 'cancelTransaction' ? 'other' : 'operator' }),
    ask('again', {}, { as: 'admin' }),
    ask('again with the sequence by now', { sequence: sequence + 1 }),
  ];
}

function changeOf(operation: Change, kept: string, sequence: number, changes: Input = {}): ParityCase {
  return parityCase(
    operation,
    `${kept}, sequence ${sequence}`,
    (recall) => ({ transactionId: idOf(recall, kept), sequence, reason: 'as was seen', ...changes }),
    { as: 'operator' },
  );
}

/** Each field with what it must not be. What may be left out is not asked for without: that would be a change. */
function badFields(operation: Change): readonly (readonly [string, readonly BadValue[]])[] {
  const given = (values: readonly BadValue[]) =>
    values.filter(([what]) => what !== 'missing' && what !== 'null');
  const sequences: readonly BadValue[] = [0, -1, 1.5, 'x', '', true, 1_000_001, [1, 2]].map((value) => [
    `${value}`,
    value,
  ]);
  const needsSequence = operation !== 'cancelTransaction';
  const needsReason = operation === 'reverseTransaction' || operation === 'correctTransaction';
  const pays = operation === 'settleTransaction' || operation === 'correctTransaction';
  return [
    ['sequence', [...sequences, ['text', '1', TEXT_ONLY]]],
    ['sequence', needsSequence ? [['missing', undefined]] : []],
    ['reason', needsReason ? badTexts(200) : needsSequence ? given(badTexts(200)) : []],
    ['finalAmount', pays ? given(BAD_AMOUNTS) : []],
  ];
}

/** Whole lives: final amounts that are given and kept, cancels with and without a sequence, every role that may. */
function lives(): ParityCase[] {
  const paid = { finalAmount: 99.99 };
  const cancel = (name: string, input: Input, as: Caller, kept = 'a cancelled one') =>
    parityCase('cancelTransaction', name, (recall) => ({ transactionId: idOf(recall, kept), ...input }), {
      as,
    });
  const refused = 'a refused one';
  return [
    create('a corrected one'),
    changeOf('settleTransaction', 'a corrected one', 1, paid),
    changeOf('reverseTransaction', 'a corrected one', 2),
    changeOf('correctTransaction', 'a corrected one', 3),
    changeOf('reverseTransaction', 'a corrected one', 4, { reason: 'ü 😀 "x" = & +' }),
    changeOf('correctTransaction', 'a corrected one', 5, { finalAmount: 1_000_000_000 }),
    create('a cancelled one'),
    cancel('of another', {}, 'merchant'),
    cancel('without a sequence', {}, 'other'),
    cancel('without a sequence, again', {}, 'other'),
    cancel('by an operator', {}, 'admin'),
    changeOf('correctTransaction', 'a cancelled one', 2),
    cancel('what is successful', {}, 'other'),
    // Its receiver wants to hear of it no more.
    create(refused, { processId: REFUSED_PROCESS }),
    changeOf('settleTransaction', refused, 1),
    changeOf('reverseTransaction', refused, 2),
  ];
}

/** Limits and texts of a query that are none. */
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

/** What both lists are asked for alike. */
function listCases(operation: 'listEvents' | 'listCallbackAttempts'): ParityCase[] {
  const list = (name: string, input: ParityCase['input'], as: Caller = 'other', cannot = {}) =>
    parityCase(operation, name, input, { as, cannot });
  return [
    ...[...READERS, ...STRANGERS].map((as) => list(`as ${as}`, { limit: 100 }, as)),
    ...READERS.map((as) =>
      list(`of one as ${as}`, (recall) => ({ transactionId: idOf(recall, 'a corrected one') }), as),
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

/** Pages of a list, each from where the one before it ended. */
function walk(operation: 'listEvents' | 'listCallbackAttempts', as: Caller): ParityCase[] {
  const keep = (page: number) => `${operation} ${as} ${page}`;
  return [0, 1, 2].map((page) =>
    parityCase(
      operation,
      `page ${page} as ${as}`,
      (recall) => ({ limit: 3, ...(page > 0 && { after: recall(keep(page - 1)).nextCursor }) }),
      { as, keep: keep(page) },
    ),
  );
}

function eventCases(): ParityCase[] {
  return [
    ...listCases('listEvents'),
    ...READERS.slice(1).flatMap((as) => walk('listEvents', as)),
    ...['a corrected one', 'a refused one'].map((kept) =>
      parityCase('listEvents', `of ${kept}, kept`, (recall) => ({ transactionId: idOf(recall, kept) }), {
        as: 'operator',
        keep: `events of ${kept}`,
      }),
    ),
  ];
}

const eventIdOf = (recall: Recall, kept: string): string => recall(`events of ${kept}`).items[0].eventId;

function attemptCases(): ParityCase[] {
  return [
    ...listCases('listCallbackAttempts'),
    ...READERS.slice(1).flatMap((as) => walk('listCallbackAttempts', as)),
    ...READERS.map((as) =>
      parityCase(
        'listCallbackAttempts',
        `of an event as ${as}`,
        (recall) => ({ eventId: eventIdOf(recall, 'a refused one') }),
        { as },
      ),
    ),
    parityCase(
      'listCallbackAttempts',
      'of an event and another transaction',
      (recall) => ({
        eventId: eventIdOf(recall, 'a refused one'),
        transactionId: idOf(recall, 'a corrected one'),
      }),
      { as: 'operator' },
    ),
  ];
}

/** One event again, and all that were given up: by those who may, and by all others. */
function redeliveries(): ParityCase[] {
  const everyone: readonly Caller[] = [...STRANGERS, 'merchant', 'other', 'viewer', 'operator', 'admin'];
  const texts = badTexts(128).filter(([what]) => what !== 'null');
  return [
    ...everyone.map((as) =>
      parityCase(
        'redeliverCallback',
        `as ${as}`,
        (recall) => ({ eventId: eventIdOf(recall, 'a corrected one') }),
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
    ...['listEvents', 'listCallbackAttempts'].map((operation) =>
      parityCase(operation as 'listEvents', 'at the end', { limit: 100 }, { as: 'admin' }),
    ),
  ];
}

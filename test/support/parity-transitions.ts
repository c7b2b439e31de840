import { DEMO_BANK_ID } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import {
  type BadValue,
  badAmounts,
  badTexts,
  type CaseOptions,
  type ParityCase,
  parityCase,
  type ResponseTo,
} from './parity-cases.ts';
import { type Caller, REFUSED_PROCESS } from './parity-fixtures.ts';

type TransitionOperation =
  | 'settleTransaction'
  | 'rejectTransaction'
  | 'cancelTransaction'
  | 'reverseTransaction'
  | 'correctTransaction';

export const UNKNOWN_ID = 'ffffffffffffffffffffffff';
/** Values that are neither true nor false. */
const BAD_FLAGS: readonly BadValue[] = [0, 1, 'yes', '', [true, false]].map((value) => [`${value}`, value]);
const TEXT_ONLY = { 'rest form': 'a form carries text only' };

const BAD_READERS: readonly BadValue[] = ['', 'all', 'PAYER', ['payer', 'nobody']].map((value) => [
  `${value}`,
  value,
]);

/** The cases of transitions. */
export function transitionCases(): ParityCase[] {
  const kinds: readonly (readonly [TransitionOperation, readonly TransitionOperation[]])[] = [
    ['settleTransaction', []],
    ['rejectTransaction', []],
    ['cancelTransaction', []],
    ['reverseTransaction', ['settleTransaction']],
    ['correctTransaction', ['rejectTransaction']],
  ];
  return [
    ...kinds.flatMap(([operation, before]) => requestsOf(operation, before)),
    ...sequences(),
    ...readers(),
  ];
}

/** Creates a transaction of the merchant whose callbacks are received, and keeps it under a name. */
function create(keep: string, changes: Input = {}): ParityCase {
  const own = { processId: `process of ${keep}`, userId: `user of ${keep}`, amount: 250.5 };
  const rest = { bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  const input = { ...own, ...rest, ...changes };
  return parityCase('createDeposit', `for ${keep}`, input, { as: 'other', keep });
}

export const idOf = (responseTo: ResponseTo, kept: string): string => responseTo(kept).transactionId;

/** Requests of one transition: invalid, by every caller, too late, valid, and repeated. */
function requestsOf(operation: TransitionOperation, before: readonly TransitionOperation[]): ParityCase[] {
  const kept = `the ${operation}`;
  const reasons = operation === 'cancelTransaction' ? {} : { reason: 'as was seen' };
  const sequence = before.length + 1;
  const ask = (name: string, changes: Input = {}, options: CaseOptions = {}) =>
    parityCase(
      operation,
      name,
      (responseTo) => ({ transactionId: idOf(responseTo, kept), sequence, ...reasons, ...changes }),
      { as: 'operator', ...options },
    );
  const others: readonly Caller[] = ['viewer', 'merchant', 'disabled', 'unknown', 'impostor', 'nobody'];
  return [
    create(kept),
    ...before.map((earlier) => transitionOf(earlier, kept, 1)),
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
    ask('with the largest sequence', { sequence: 1_000_000 }),
    ask('well', {}, { as: operation === 'cancelTransaction' ? 'other' : 'operator' }),
    ask('again', {}, { as: 'admin' }),
    ask('again with the sequence by now', { sequence: sequence + 1 }),
  ];
}

function transitionOf(
  operation: TransitionOperation,
  kept: string,
  sequence: number,
  changes: Input = {},
): ParityCase {
  return parityCase(
    operation,
    `${kept}, sequence ${sequence}`,
    (responseTo) => ({ transactionId: idOf(responseTo, kept), sequence, reason: 'as was seen', ...changes }),
    { as: 'operator' },
  );
}

/** Each field with its invalid values. Optional fields are not left out, since that would be a transition. */
function badFields(operation: TransitionOperation): readonly (readonly [string, readonly BadValue[]])[] {
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
    [
      'reason',
      needsSequence
        ? [
            ['in words of the service', 'cancelled_by_payer'],
            ['in its words, spelt otherwise', ' Expired'],
          ]
        : [],
    ],
    ['finalAmount', pays ? given(badAmounts()) : []],
    ['acceptDifference', pays ? given(BAD_FLAGS) : []],
    ['seenBy', BAD_READERS],
  ];
}

/** A reason for each reader, which a correction takes back. A reader without a reason is refused. */
function readers(): ParityCase[] {
  const kept = 'one with reasons';
  return [
    create(kept),
    ...(['payer', 'merchant', 'nobody'] as const).flatMap((seenBy, index) => [
      parityCase(
        'rejectTransaction',
        `seenBy ${seenBy} without a reason`,
        (responseTo) => ({ transactionId: idOf(responseTo, kept), sequence: 2 * index + 1, seenBy }),
        { as: 'operator' },
      ),
      transitionOf(index === 0 ? 'rejectTransaction' : 'reverseTransaction', kept, 2 * index + 1, { seenBy }),
      transitionOf('correctTransaction', kept, 2 * index + 2, { seenBy }),
    ]),
  ];
}

/**
 * Sequences of transitions: given and kept final amounts, cancels with and without a sequence, every permitted
 * role.
 */
function sequences(): ParityCase[] {
  const paid = { finalAmount: 99.99, acceptDifference: true };
  const cancel = (name: string, input: Input, as: Caller, kept = 'a cancelled one') =>
    parityCase(
      'cancelTransaction',
      name,
      (responseTo) => ({ transactionId: idOf(responseTo, kept), ...input }),
      {
        as,
      },
    );
  const refused = 'a refused one';
  return [
    create('a corrected one'),
    ...[undefined, false].map((acceptDifference) =>
      parityCase(
        'settleTransaction',
        `an unusual amount, acceptDifference ${acceptDifference}`,
        (responseTo) => ({
          transactionId: idOf(responseTo, 'a corrected one'),
          sequence: 1,
          finalAmount: 99.99,
          ...(acceptDifference !== undefined && { acceptDifference }),
        }),
        { as: 'operator' },
      ),
    ),
    transitionOf('settleTransaction', 'a corrected one', 1, paid),
    transitionOf('reverseTransaction', 'a corrected one', 2),
    transitionOf('correctTransaction', 'a corrected one', 3),
    transitionOf('reverseTransaction', 'a corrected one', 4, { reason: 'ü 😀 "x" = & +' }),
    transitionOf('correctTransaction', 'a corrected one', 5, {
      finalAmount: 1_000_000_000,
      acceptDifference: true,
    }),
    create('a cancelled one'),
    cancel('of another', {}, 'merchant'),
    cancel('without a sequence', {}, 'other'),
    cancel('without a sequence, again', {}, 'other'),
    cancel('by an operator', {}, 'admin'),
    transitionOf('correctTransaction', 'a cancelled one', 2),
    cancel('of a successful one', {}, 'other'),
    // Its receiver responds with 410.
    create(refused, { processId: REFUSED_PROCESS }),
    transitionOf('settleTransaction', refused, 1),
    transitionOf('reverseTransaction', refused, 2),
  ];
}

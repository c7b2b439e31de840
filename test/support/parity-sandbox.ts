import { DEMO_BANK_ID, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import {
  type BadValue,
  badAmounts,
  badTexts,
  type CaseOptions,
  type ParityCase,
  parityCase,
} from './parity-cases.ts';
import type { Caller } from './parity-fixtures.ts';
import { idOf, UNKNOWN_ID } from './parity-transitions.ts';

type DecisionOperation =
  | 'settleTestTransaction'
  | 'rejectTestTransaction'
  | 'reverseTestTransaction'
  | 'expireTestTransaction';

/** A live merchant, the desk, another test key, and those whose sign is refused. */
const OTHERS: readonly Caller[] = [
  ...(['merchant', 'viewer', 'operator', 'admin', 'otherTester'] as const),
  ...(['disabled', 'unknown', 'impostor', 'nobody'] as const),
];

/** The cases of what a merchant with a test key decides itself. */
export function sandboxCases(): ParityCase[] {
  return [
    ...decisions('settleTestTransaction', { finalAmount: 12.34 }),
    ...decisions('rejectTestTransaction', { reason: 'as was seen' }),
    ...decisions('reverseTestTransaction', { reason: 'as was seen' }),
    ...decisions('expireTestTransaction', {}),
    ...delays(),
    ...clocks(),
    ...failures(),
    ...readsOfTests(),
  ];
}

/** Creates a deposit of the test key, and keeps it under a name. */
function create(kept: string): ParityCase {
  const own = { processId: `process of ${kept}`, userId: `user of ${kept}`, amount: 250.5 };
  const input = { ...own, bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  return parityCase('createDeposit', `for ${kept}`, input, { as: 'tester', keep: kept });
}

function decide(
  operation: DecisionOperation,
  kept: string,
  name: string,
  { input, ...options }: CaseOptions & { readonly input?: Input } = {},
): ParityCase {
  return parityCase(
    operation,
    `${name}, ${kept}`,
    (responseTo) => ({ transactionId: idOf(responseTo, kept), ...input }),
    { as: 'tester', ...options },
  );
}

/** Requests of one decision: invalid, by every caller, valid, with and without what may be left out, and too late. */
function decisions(operation: DecisionOperation, options: Input): ParityCase[] {
  const [kept, plain] = [`the ${operation}`, `the plain ${operation}`];
  const isReverse = operation === 'reverseTestTransaction';
  const start = (name: string) => [
    create(name),
    // A reversal starts from success.
    ...(isReverse ? [decide(operation, name, 'too early')] : []),
    ...(isReverse ? [decide('settleTestTransaction', name, 'before')] : []),
  ];
  return [
    ...start(kept),
    ...[UNKNOWN_ID, 'x', 'x'.repeat(129)].map((transactionId) =>
      decide(operation, kept, `of ${transactionId.slice(0, 24)}`, { input: { transactionId } }),
    ),
    ...OTHERS.map((as) => decide(operation, kept, `as ${as}`, { as })),
    ...badValues(operation).flatMap(([field, values]) =>
      values.map(([what, value, cannot]) =>
        decide(operation, kept, `${field} ${what}`, { input: { [field]: value }, ...(cannot && { cannot }) }),
      ),
    ),
    decide(operation, kept, 'well', { input: options }),
    decide(operation, kept, 'again'),
    ...start(plain),
    decide(operation, plain, 'with nothing more'),
  ];
}

/** Values that may be missing and are wrong. */
const given = (values: readonly BadValue[]) =>
  values.filter(([what]) => what !== 'missing' && what !== 'null');

function badValues(operation: DecisionOperation): readonly (readonly [string, readonly BadValue[]])[] {
  const delaysOf: readonly BadValue[] = [-1, 31, 1.5, 'x', true, [1, 2]].map((value) => [`${value}`, value]);
  const isPaid = operation === 'settleTestTransaction';
  const hasReason = /reject|reverse/.test(operation);
  return [
    ['delaySeconds', delaysOf],
    ['finalAmount', isPaid ? given(badAmounts()) : []],
    ['reason', hasReason ? given(badTexts(200)) : []],
  ];
}

/** A delayed decision shows what was before, and the clock of the key ends the delay. */
function delays(): ParityCase[] {
  const kept = 'a delayed test';
  const read = (name: string) =>
    parityCase('getTransaction', name, (responseTo) => ({ transactionId: idOf(responseTo, kept) }), {
      as: 'tester',
    });
  return [
    create(kept),
    decide('settleTestTransaction', kept, 'delayed', { input: { delaySeconds: 30 } }),
    read('of a delayed test'),
    parityCase('advanceTestClock', 'past a delay', { advanceSeconds: 30 }, { as: 'tester' }),
    read('of a test whose delay is over'),
  ];
}

function clocks(): ParityCase[] {
  const advance = (name: string, advanceSeconds: unknown, options: CaseOptions = {}) =>
    parityCase('advanceTestClock', name, { advanceSeconds }, { as: 'tester', ...options });
  const bad = [-1, 34_560_001, 1.5, 'x', true, [1, 2], undefined];
  return [
    create('a test that expires'),
    ...OTHERS.filter((as) => as !== 'otherTester').map((as) => advance(`as ${as}`, 60, { as })),
    ...bad.map((value) => advance(`advanceSeconds ${value}`, value)),
    advance('not at all', 0),
    advance('by a day', 86_400),
    advance('of another key', 60, { as: 'otherTester' }),
    advance('too far in all', 400 * 86_400),
  ];
}

function failures(): ParityCase[] {
  const fail = (name: string, input: Input, options: CaseOptions = {}) =>
    parityCase('failTestCallbacks', name, input, { as: 'tester', ...options });
  return [
    ...OTHERS.filter((as) => as !== 'otherTester').map((as) => fail(`as ${as}`, { kind: 'timeout' }, { as })),
    ...['', 'x', 5, true, ['timeout', 'duplicate']].map((kind) => fail(`kind ${kind}`, { kind })),
    ...[-1, 21, 1.5, 'x', true, [1, 2]].map((count) => fail(`count ${count}`, { kind: 'timeout', count })),
    fail('of no kind', { count: 2 }),
    fail('once', { kind: 'error500' }),
    fail('of another kind', { kind: 'duplicate', count: 20 }),
    fail('of one kind no more', { kind: 'duplicate', count: 0 }),
    create('a test whose callback fails'),
    decide('settleTestTransaction', 'a test whose callback fails', 'of which the next callback fails'),
    // Not every surface runs every case, so the retry must not wait for the time that cases take.
    parityCase('advanceTestClock', 'to the next attempt', { advanceSeconds: 3600 }, { as: 'tester' }),
    fail('after one was used up', { kind: 'outOfOrder' }),
    fail('no more at all', { count: 0 }),
    fail('of another key', { kind: 'timeout', count: 3 }, { as: 'otherTester' }),
  ];
}

/** The transactions of a test key, as its own merchant and nobody else reads them. */
function readsOfTests(): ParityCase[] {
  const as = 'tester';
  const withdrawal = { amount: 250.5, bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  return [
    parityCase(
      'createWithdrawal',
      'of a test key',
      {
        ...withdrawal,
        ...{ processId: 'process of a test withdrawal', userId: 'user of a test withdrawal' },
        ...{ accountName: 'Test User', iban: VALID_IBAN },
      },
      { as, keep: 'a test withdrawal' },
    ),
    decide('expireTestTransaction', 'a test withdrawal', 'of a withdrawal'),
    decide('settleTestTransaction', 'a test withdrawal', 'of a withdrawal'),
    ...[as, 'otherTester', 'other', 'admin'].flatMap((caller) =>
      (['listTransactions', 'listEvents', 'listCallbackAttempts'] as const).map((operation) =>
        parityCase(operation, `after the tests as ${caller}`, { limit: 100 }, { as: caller as Caller }),
      ),
    ),
    parityCase('whoAmI', 'as a test key', {}, { as }),
  ];
}

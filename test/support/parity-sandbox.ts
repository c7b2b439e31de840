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
  const isPaid = operation === 'settleTestTransaction';
  const hasReason = /reject|reverse/.test(operation);
  return [
    ['finalAmount', isPaid ? given(badAmounts()) : []],
    ['reason', hasReason ? given(badTexts(200)) : []],
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
        processId: 'process of a test withdrawal',
        userId: 'user of a test withdrawal',
        accountName: 'Test User',
        iban: VALID_IBAN,
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

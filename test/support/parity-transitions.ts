import { ADMIN, OPERATOR } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { about, deposit, idOf, type ParityCase, parityCase, UNKNOWN_ID, withdrawal } from './parity-cases.ts';
import { type Caller, PAYING_ACCOUNT, REFUSED_PROCESS } from './parity-fixtures.ts';

const REASON = { reason: 'as was seen' };
const PAID = { paidFromAccountId: PAYING_ACCOUNT, bankReference: 'FT 2611-ü' };

/** A transition of the transaction under a name, from the state with the sequence. */
function step(operation: string, kept: string, sequence: number, changes: Input = {}): ParityCase {
  return about(kept, operation, `sequence ${sequence}`, { sequence, ...REASON, ...changes });
}

/** What merchants, operators and keys for tests do to transactions, each in a certain state. */
export function transitionCases(): ParityCase[] {
  return [
    ...repeats('settleTransaction'),
    ...repeats('rejectTransaction'),
    ...repeats('cancelTransaction'),
    ...repeats('reverseTransaction', 'settleTransaction'),
    ...repeats('correctTransaction', 'rejectTransaction'),
    ...corrections(),
    ...readers(),
    ...claims(),
    ...plans(),
    ...['settle', 'reject', 'reverse', 'expire'].flatMap((decision) => decisionsOfTests(decision)),
    ...readsOfTests(),
  ];
}

/** A transition of another state, for an unwanted reason, well, and again. */
function repeats(operation: string, before?: string): ParityCase[] {
  const kept = `the ${operation}`;
  const sequence = before ? 2 : 1;
  const isCancel = operation === 'cancelTransaction';
  const ask = (name: string, changes: Input = {}, as?: Caller) =>
    about(kept, operation, name, { sequence, ...(!isCancel && REASON), ...changes }, as);
  return [
    deposit(kept),
    ...(before ? [step(before, kept, 1)] : []),
    ask('in words of the service', { reason: 'cancelled_by_payer' }),
    ask('in its words, spelt otherwise', { reason: ' Expired' }),
    ask('under a malformed id', { transactionId: '../deposit' }),
    ask('with another sequence', { sequence: sequence + 1 }),
    ask('with the largest sequence', { sequence: 1_000_000 }),
    ask('well', {}, isCancel ? 'other' : 'operator'),
    ask('again', {}, 'admin'),
    ask('again with the sequence by now', { sequence: sequence + 1 }),
  ];
}

/** Given and kept final amounts, and cancels. */
function corrections(): ParityCase[] {
  const [corrected, refused, cancelled] = ['a corrected one', 'a refused one', 'a cancelled one'];
  const settle = (name: string, changes: Input) =>
    about(corrected, 'settleTransaction', name, { sequence: 1, finalAmount: 99.99, ...changes });
  return [
    deposit(corrected),
    settle('an unusual amount', {}),
    settle('an unusual amount that is not accepted', { acceptDifference: false }),
    step('settleTransaction', corrected, 1, { finalAmount: 99.99, acceptDifference: true }),
    step('reverseTransaction', corrected, 2),
    step('correctTransaction', corrected, 3),
    step('reverseTransaction', corrected, 4, { reason: 'ü 😀 "x" = & +' }),
    step('correctTransaction', corrected, 5, { finalAmount: 1_000_000_000, acceptDifference: true }),
    // Its receiver responds with 410.
    deposit(refused, { processId: REFUSED_PROCESS }),
    step('settleTransaction', refused, 1),
    step('reverseTransaction', refused, 2),
    deposit(cancelled),
    about(cancelled, 'cancelTransaction', 'of another', {}, 'merchant'),
    about(cancelled, 'cancelTransaction', 'without a sequence', {}, 'other'),
    about(cancelled, 'cancelTransaction', 'without a sequence, again', {}, 'other'),
    about(cancelled, 'cancelTransaction', 'by an operator', {}, 'admin'),
    step('correctTransaction', cancelled, 2),
    about(cancelled, 'cancelTransaction', 'of a successful one', {}, 'other'),
  ];
}

/** A reason for each reader, which a correction takes back. A reader without a reason is refused. */
function readers(): ParityCase[] {
  const kept = 'one with reasons';
  return [
    deposit(kept),
    ...['payer', 'merchant', 'nobody'].flatMap((seenBy, index) => [
      about(kept, 'rejectTransaction', `seenBy ${seenBy} alone`, { sequence: 2 * index + 1, seenBy }),
      step(index === 0 ? 'rejectTransaction' : 'reverseTransaction', kept, 2 * index + 1, { seenBy }),
      step('correctTransaction', kept, 2 * index + 2, { seenBy }),
    ]),
  ];
}

/** A withdrawal that changes hands until it is paid, and one that is rejected and then paid. */
function claims(): ParityCase[] {
  const [kept, rejected] = ['a withdrawal of the desk', 'a rejected withdrawal'];
  const ask = (operation: string, name: string, input: Input = {}, as: Caller = 'operator') =>
    about(kept, operation, name, input, as);
  const settle = (name: string, input: Input, as?: Caller) =>
    ask('settleTransaction', name, { sequence: 1, ...input }, as);
  return [
    withdrawal(kept),
    ask('releaseWithdrawal', 'of nobody'),
    ask('claimWithdrawal', 'well'),
    ask('claimWithdrawal', 'again', { takeOverFrom: 'nobody' }),
    ask('claimWithdrawal', 'by an admin', {}, 'admin'),
    settle('of another', {}, 'admin'),
    ask('rejectTransaction', 'of another', { sequence: 1 }, 'admin'),
    ask('cancelTransaction', 'of one that is being paid', {}, 'other'),
    ask('releaseWithdrawal', 'of another', {}, 'admin'),
    ask('claimWithdrawal', 'taken over from another', { takeOverFrom: 'nobody' }, 'admin'),
    ask('claimWithdrawal', 'taken over', { takeOverFrom: OPERATOR.appKey }, 'admin'),
    ask('releaseWithdrawal', 'well', {}, 'admin'),
    ask('claimWithdrawal', 'of a former holder'),
    settle('of one that nobody has claimed', PAID),
    ask('markWithdrawalSent', 'of one that nobody has claimed'),
    ask('claimWithdrawal', 'of a former holder, knowingly', { takeOverFrom: ADMIN.appKey }),
    ask('markWithdrawalSent', 'of another', {}, 'admin'),
    ask('markWithdrawalSent', 'well'),
    ask('markWithdrawalSent', 'again'),
    settle('without its account', {}),
    settle('from no account', { paidFromAccountId: UNKNOWN_ID }),
    settle('of another, paid', PAID, 'admin'),
    settle('paid', PAID),
    withdrawal(rejected),
    about(rejected, 'rejectTransaction', 'well', { sequence: 1 }),
    step('correctTransaction', rejected, 2),
    step('correctTransaction', rejected, 2, PAID),
    ask('addNote', 'well', { text: 'ü 😀 "x" = & +' }),
    ask('addNote', 'as an admin', { text: 'x'.repeat(1000) }, 'admin'),
    ask('clearBlacklistMark', 'of one that nothing stops', { reason: 'a' }),
  ];
}

/** Transitions that are held back for some seconds, and many at once. */
function plans(): ParityCase[] {
  const ask = (operation: string, name: string, input: Input = {}, as: Caller = 'operator') =>
    about('a deposit of the desk', operation, name, input, as);
  const items = [
    { transactionId: idOf('one of many'), sequence: 1, finalAmount: 249.99 },
    { transactionId: idOf('another of many'), sequence: 7 },
    { transactionId: idOf('a withdrawal of the desk'), sequence: 1 },
    { transactionId: 'x', sequence: 1 },
  ];
  return [
    deposit('a deposit of the desk'),
    ask('settleTransaction', 'with a payment', { sequence: 1, paidFromAccountId: PAYING_ACCOUNT }),
    ask('cancelTransaction', 'held without a sequence', { holdSeconds: 8 }),
    ask('cancelTransaction', 'held by a merchant', { holdSeconds: 8 }, 'other'),
    ask('undoTransition', 'of a new one', { sequence: 1 }),
    ask('settleTransaction', 'held', { sequence: 1, holdSeconds: 30 }),
    ask('rejectTransaction', 'beside a plan', { sequence: 1 }),
    ask('undoTransition', 'by another', { sequence: 1 }, 'admin'),
    ask('undoTransition', 'of another state', { sequence: 2 }),
    ask('undoTransition', 'well', { sequence: 1 }),
    ask('undoTransition', 'again', { sequence: 1 }),
    ask('settleTransaction', 'after an undo', { sequence: 1 }),
    ask('undoTransition', 'of what has happened', { sequence: 1 }),
    deposit('one of many'),
    deposit('another of many'),
    parityCase('settleTransactions', 'well', { items, holdSeconds: 0 }, 'operator'),
    parityCase('settleTransactions', 'again', { items }, 'admin'),
  ];
}

/** A decision of a merchant with a test key: of another, too early, with and without what may be left out, and too late. */
function decisionsOfTests(decision: string): ParityCase[] {
  const operation = `${decision}TestTransaction`;
  const details: Input = { settle: { finalAmount: 12.34 }, reject: REASON, reverse: REASON };
  return [`the ${operation}`, `the plain ${operation}`].flatMap((kept, index) => {
    const decide = (name: string, input: Input = {}, as: Caller = 'tester') =>
      about(kept, operation, name, input, as);
    return [
      deposit(kept, {}, 'tester'),
      // A reversal starts from success.
      ...(decision === 'reverse'
        ? [decide('too early'), about(kept, 'settleTestTransaction', 'before', {}, 'tester')]
        : []),
      decide('of another', {}, 'otherTester'),
      decide('well', index === 0 ? (details[decision] as Input) : {}),
      decide('again'),
    ];
  });
}

/** The transactions of a test key, as its own merchant and nobody else reads them. */
function readsOfTests(): ParityCase[] {
  const kept = 'a test withdrawal';
  return [
    withdrawal(kept, 'tester'),
    about(kept, 'expireTestTransaction', 'of a withdrawal', {}, 'tester'),
    about(kept, 'settleTestTransaction', 'of a withdrawal', {}, 'tester'),
    ...(['tester', 'otherTester', 'other', 'admin'] as const).flatMap((as) =>
      ['listTransactions', 'listEvents', 'listCallbackAttempts'].map((operation) =>
        parityCase(operation, `after the tests as ${as}`, { limit: 100 }, as),
      ),
    ),
  ];
}

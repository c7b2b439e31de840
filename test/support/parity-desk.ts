import { ADMIN, DEMO_BANK_ID, OPERATOR, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { type BadValue, badTexts, type CaseOptions, type ParityCase, parityCase } from './parity-cases.ts';
import { type Caller, PAYING_ACCOUNT } from './parity-fixtures.ts';
import { idOf, UNKNOWN_ID } from './parity-transitions.ts';

type DeskOperation =
  | 'undoTransition'
  | 'claimWithdrawal'
  | 'releaseWithdrawal'
  | 'markWithdrawalSent'
  | 'clearBlacklistMark'
  | 'addNote';

const KEPT = 'a withdrawal of the desk';
const DEPOSIT = 'a deposit of the desk';
const OTHERS: readonly Caller[] = ['viewer', 'merchant', 'other', 'disabled', 'unknown', 'nobody'];
export const BAD_SEQUENCES: readonly BadValue[] = [0, -1, 1.5, 'x', true, 1_000_001].map((value) => [
  `${value}`,
  value,
]);
export const BAD_HOLDS: readonly BadValue[] = [-1, 31, 1.5, 'x', true, [1, 2]].map((value) => [
  `${value}`,
  value,
]);
const UNKNOWN = [UNKNOWN_ID, 'x', 'x'.repeat(129)];

function create(kept: string): ParityCase {
  const own = { processId: `process of ${kept}`, userId: `user of ${kept}`, amount: 250.5 };
  const rest = { bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  const input = { ...own, ...rest, accountName: 'Test User', iban: VALID_IBAN };
  return parityCase('createWithdrawal', `for ${kept}`, input, { as: 'other', keep: kept });
}

function createDeposit(kept: string): ParityCase {
  const own = { processId: `process of ${kept}`, userId: `user of ${kept}`, amount: 250.5 };
  const input = { ...own, bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  return parityCase('createDeposit', `for ${kept}`, input, { as: 'other', keep: kept });
}

function ask(
  operation:
    | 'correctTransaction'
    | DeskOperation
    | 'settleTransaction'
    | 'rejectTransaction'
    | 'cancelTransaction',
  name: string,
  input: Input,
  options: CaseOptions & { readonly kept?: string } = {},
): ParityCase {
  const { kept = KEPT, ...rest } = options;
  return parityCase(operation, name, (responseTo) => ({ transactionId: idOf(responseTo, kept), ...input }), {
    as: 'operator',
    ...rest,
  });
}

function claims(): ParityCase[] {
  return [
    create(KEPT),
    // It may be missing.
    ...badTexts(128)
      .filter(([name]) => name !== 'missing' && name !== 'null')
      .map(([what, takeOverFrom, cannot]) =>
        ask('claimWithdrawal', `takeOverFrom ${what}`, { takeOverFrom }, cannot ? { cannot } : {}),
      ),
    ...UNKNOWN.map((transactionId) =>
      ask('claimWithdrawal', `of ${transactionId.slice(0, 24)}`, { transactionId }),
    ),
    ...OTHERS.map((as) => ask('claimWithdrawal', `as ${as}`, {}, { as })),
    ask('releaseWithdrawal', 'of nobody', {}),
    ask('claimWithdrawal', 'well', {}),
    ask('claimWithdrawal', 'again', { takeOverFrom: 'nobody' }),
    ask('claimWithdrawal', 'by an admin', {}, { as: 'admin' }),
    ask('settleTransaction', 'of another', { sequence: 1 }, { as: 'admin' }),
    ask('rejectTransaction', 'of another', { sequence: 1 }, { as: 'admin' }),
    ask('cancelTransaction', 'of one that is being paid', {}, { as: 'other' }),
    ask('releaseWithdrawal', 'of another', {}, { as: 'admin' }),
    ask('claimWithdrawal', 'taken over from another', { takeOverFrom: 'nobody' }, { as: 'admin' }),
    ask('claimWithdrawal', 'taken over', { takeOverFrom: OPERATOR.appKey }, { as: 'admin' }),
    ...OTHERS.map((as) => ask('releaseWithdrawal', `as ${as}`, {}, { as })),
    ask('releaseWithdrawal', 'well', {}, { as: 'admin' }),
    ask('claimWithdrawal', 'of a former holder', {}),
  ];
}

/** The payment of a withdrawal by who has claimed it, and the correction of one that was rejected. */
function payments(): ParityCase[] {
  const paid = { paidFromAccountId: PAYING_ACCOUNT, bankReference: 'FT 2611-ü' };
  const given = (max: number) => badTexts(max).filter(([name]) => name !== 'missing' && name !== 'null');
  const settle = (name: string, input: Input, as: Caller = 'operator') =>
    ask('settleTransaction', name, { sequence: 1, ...input }, { as });
  return [
    settle('of a withdrawal that nobody has claimed', paid),
    ask('markWithdrawalSent', 'of one that nobody has claimed', {}),
    ask('claimWithdrawal', 'of a former holder, knowingly', { takeOverFrom: ADMIN.appKey }),
    ...OTHERS.map((as) => ask('markWithdrawalSent', `as ${as}`, {}, { as })),
    ...UNKNOWN.map((transactionId) =>
      ask('markWithdrawalSent', `of ${transactionId.slice(0, 24)}`, { transactionId }),
    ),
    ask('markWithdrawalSent', 'of another', {}, { as: 'admin' }),
    ask('markWithdrawalSent', 'well', {}),
    ask('markWithdrawalSent', 'again', {}),
    settle('of a withdrawal without its account', {}),
    settle('of a withdrawal from no account', { paidFromAccountId: UNKNOWN_ID }),
    ...given(128).map(([what, paidFromAccountId, cannot]) =>
      ask(
        'settleTransaction',
        `paidFromAccountId ${what}`,
        { sequence: 1, paidFromAccountId },
        cannot ? { cannot } : {},
      ),
    ),
    ...given(64).map(([what, bankReference, cannot]) =>
      ask(
        'settleTransaction',
        `bankReference ${what}`,
        { sequence: 1, ...paid, bankReference },
        cannot ? { cannot } : {},
      ),
    ),
    settle('of a withdrawal of another', paid, 'admin'),
    settle('of a withdrawal', paid),
    create('a rejected withdrawal'),
    ask('rejectTransaction', 'of a withdrawal', { sequence: 1 }, { kept: 'a rejected withdrawal' }),
    ask(
      'correctTransaction',
      'of a withdrawal without its payment',
      { sequence: 2, reason: 'paid' },
      { kept: 'a rejected withdrawal' },
    ),
    ask(
      'correctTransaction',
      'of a withdrawal',
      { sequence: 2, reason: 'paid', ...paid },
      { kept: 'a rejected withdrawal' },
    ),
  ];
}

function clearances(): ParityCase[] {
  return [
    ...badTexts(1000).map(([what, reason, cannot]) =>
      ask('clearBlacklistMark', `reason ${what}`, { reason }, cannot ? { cannot } : {}),
    ),
    ...UNKNOWN.map((transactionId) =>
      ask('clearBlacklistMark', `of ${transactionId.slice(0, 24)}`, { transactionId, reason: 'a' }),
    ),
    ...OTHERS.map((as) => ask('clearBlacklistMark', `as ${as}`, { reason: 'a' }, { as })),
    ask('clearBlacklistMark', 'of one that nothing stops', { reason: 'a' }),
  ];
}

function notes(): ParityCase[] {
  return [
    ...badTexts(1000).map(([what, text, cannot]) =>
      ask('addNote', `text ${what}`, { text }, cannot ? { cannot } : {}),
    ),
    ...UNKNOWN.map((transactionId) =>
      ask('addNote', `to ${transactionId.slice(0, 24)}`, { transactionId, text: 'a' }),
    ),
    ...OTHERS.map((as) => ask('addNote', `as ${as}`, { text: 'a' }, { as })),
    ask('addNote', 'well', { text: 'ü 😀 "x" = & +' }),
    ask('addNote', 'as an admin', { text: 'x'.repeat(1000) }, { as: 'admin' }),
  ];
}

const askOf = ask;

function undos(): ParityCase[] {
  const ask: typeof askOf = (operation, name, input, options) =>
    askOf(operation, name, input, { kept: DEPOSIT, ...options });
  return [
    createDeposit(DEPOSIT),
    ask('settleTransaction', 'of a deposit, with a payment', {
      sequence: 1,
      paidFromAccountId: PAYING_ACCOUNT,
    }),
    ...BAD_HOLDS.map(([what, holdSeconds]) =>
      ask('settleTransaction', `holdSeconds ${what}`, { sequence: 1, holdSeconds }),
    ),
    ask('cancelTransaction', 'held without a sequence', { holdSeconds: 8 }),
    ask('cancelTransaction', 'held by a merchant', { holdSeconds: 8 }, { as: 'other' }),
    ask('undoTransition', 'of a new one', { sequence: 1 }),
    ask('settleTransaction', 'held', { sequence: 1, holdSeconds: 30 }),
    ...BAD_SEQUENCES.map(([what, sequence]) => ask('undoTransition', `sequence ${what}`, { sequence })),
    ask('undoTransition', 'without a sequence', {}),
    ask('rejectTransaction', 'beside a plan', { sequence: 1 }),
    ...OTHERS.map((as) => ask('undoTransition', `as ${as}`, { sequence: 1 }, { as })),
    ask('undoTransition', 'by another', { sequence: 1 }, { as: 'admin' }),
    ask('undoTransition', 'of another state', { sequence: 2 }),
    ask('undoTransition', 'well', { sequence: 1 }),
    ask('undoTransition', 'again', { sequence: 1 }),
    ask('settleTransaction', 'after an undo', { sequence: 1 }),
    ask('undoTransition', 'of what has happened', { sequence: 1 }),
  ];
}

function many(): ParityCase[] {
  const [first, second] = ['one of many', 'another of many'];
  const settle = (name: string, input: Input, as: Caller = 'operator') =>
    parityCase(
      'settleTransactions',
      name,
      (responseTo) => ({
        items: [
          { transactionId: idOf(responseTo, first), sequence: 1, finalAmount: 249.99 },
          { transactionId: idOf(responseTo, second), sequence: 7 },
          { transactionId: idOf(responseTo, KEPT), sequence: 1 },
          { transactionId: 'x', sequence: 1 },
        ],
        ...input,
      }),
      { as, cannot: { 'rest form': 'a form carries no list' } },
    );
  return [
    createDeposit(first),
    createDeposit(second),
    settle('none', { items: [] }),
    settle('no list', { items: 5 }),
    settle('without a list', { items: undefined }),
    ...BAD_HOLDS.map(([what, holdSeconds]) => settle(`holdSeconds ${what}`, { holdSeconds })),
    ...OTHERS.map((as) => settle(`as ${as}`, {}, as)),
    settle('well', { holdSeconds: 0 }),
    settle('again', {}, 'admin'),
  ];
}

/** The cases of claims, payments, notes, clearances, undo and many settles. */
export function deskCases(): ParityCase[] {
  return [...claims(), ...payments(), ...notes(), ...clearances(), ...undos(), ...many()];
}

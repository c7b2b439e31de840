import { DEMO_BANK_ID, OPERATOR, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { type BadValue, badTexts, type CaseOptions, type ParityCase, parityCase } from './parity-cases.ts';
import type { Caller } from './parity-fixtures.ts';
import { idOf, UNKNOWN_ID } from './parity-transitions.ts';

type DeskOperation = 'undoTransition' | 'claimWithdrawal' | 'releaseWithdrawal' | 'addNote';

const KEPT = 'a withdrawal of the desk';
const OTHERS: readonly Caller[] = ['viewer', 'merchant', 'other', 'disabled', 'unknown', 'nobody'];
export const BAD_SEQUENCES: readonly BadValue[] = [0, -1, 1.5, 'x', true, 1_000_001].map((value) => [
  `${value}`,
  value,
]);
const BAD_HOLDS: readonly BadValue[] = [-1, 31, 1.5, 'x', true, [1, 2]].map((value) => [`${value}`, value]);
const UNKNOWN = [UNKNOWN_ID, 'x', 'x'.repeat(129)];

function create(kept: string): ParityCase {
  const own = { processId: `process of ${kept}`, userId: `user of ${kept}`, amount: 250.5 };
  const rest = { bankId: DEMO_BANK_ID, userName: 'testUserName', name: 'Test User' };
  const input = { ...own, ...rest, accountName: 'Test User', iban: VALID_IBAN };
  return parityCase('createWithdrawal', `for ${kept}`, input, { as: 'other', keep: kept });
}

function ask(
  operation: DeskOperation | 'settleTransaction' | 'rejectTransaction' | 'cancelTransaction',
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

function undos(): ParityCase[] {
  return [
    ...BAD_HOLDS.map(([what, holdSeconds]) =>
      ask('settleTransaction', `holdSeconds ${what}`, { sequence: 1, holdSeconds }),
    ),
    ask('cancelTransaction', 'held without a sequence', { holdSeconds: 8 }),
    ask('cancelTransaction', 'held by a merchant', { holdSeconds: 8 }, { as: 'other' }),
    ask('undoTransition', 'of a new one', { sequence: 1 }),
    ask('settleTransaction', 'held', { sequence: 1, holdSeconds: 30 }),
    ...BAD_SEQUENCES.map(([what, sequence]) => ask('undoTransition', `sequence ${what}`, { sequence })),
    ask('undoTransition', 'without a sequence', {}),
    ...OTHERS.map((as) => ask('undoTransition', `as ${as}`, { sequence: 2 }, { as })),
    ask('undoTransition', 'by another', { sequence: 2 }, { as: 'admin' }),
    ask('undoTransition', 'of an earlier state', { sequence: 1 }),
    ask('undoTransition', 'well', { sequence: 2 }),
    ask('undoTransition', 'again', { sequence: 2 }),
    ask('undoTransition', 'of an undo', { sequence: 3 }),
    ask('settleTransaction', 'after an undo', { sequence: 3 }),
    ask('undoTransition', 'of what was not held', { sequence: 4 }),
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
    create(first),
    create(second),
    settle('none', { items: [] }),
    settle('no list', { items: 5 }),
    settle('without a list', { items: undefined }),
    ...BAD_HOLDS.map(([what, holdSeconds]) => settle(`holdSeconds ${what}`, { holdSeconds })),
    ...OTHERS.map((as) => settle(`as ${as}`, {}, as)),
    settle('well', { holdSeconds: 0 }),
    settle('again', {}, 'admin'),
  ];
}

/** The cases of claims, notes, undo and many settles. */
export function deskCases(): ParityCase[] {
  return [...claims(), ...notes(), ...undos(), ...many()];
}

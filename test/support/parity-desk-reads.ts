import { type BadValue, badTexts, type ParityCase, parityCase } from './parity-cases.ts';
import { CALLERS, type Caller } from './parity-fixtures.ts';
import { idOf, UNKNOWN_ID } from './parity-transitions.ts';

const EVERYONE: readonly Caller[] = [
  ...(['merchant', 'other', 'viewer', 'operator', 'admin'] as const),
  ...(['disabled', 'unknown', 'impostor', 'nobody'] as const),
];

/** The reads of the desk beside its lists: totals, choices for filters, and last changes. */
export function deskReadCases(): ParityCase[] {
  return [...totals(), ...choices(), ...lastChanges()];
}

function totals(): ParityCase[] {
  const ask = (name: string, input: ParityCase['input'], as: Caller = 'operator', cannot = {}) =>
    parityCase('readQueueTotals', name, input, { as, cannot });
  const filters = [
    { type: 'deposit' },
    { type: 'withdrawal' },
    { isSent: true },
    { isSent: false, type: 'deposit' },
    { query: 'user' },
    { appKey: CALLERS.other.appKey },
    { bankId: 'no-such-bank' },
    { minAmount: 150, maxAmount: 501.5 },
    { userId: 'nobody at all' },
  ];
  const bad: readonly (readonly [string, readonly BadValue[]])[] = [
    ['type', [['unknown', 'transfer']]],
    ['isSent', [['a word', 'maybe']]],
    ['minAmount', [['zero', 0]]],
    ['query', badTexts(200).filter(([what]) => !['missing', 'null'].includes(what))],
  ];
  return [
    ...EVERYONE.map((as) => ask(`as ${as}`, {}, as)),
    ...filters.map((filter) => ask(JSON.stringify(filter), filter)),
    ask('of another client', { appKey: CALLERS.other.appKey }, 'merchant'),
    ask('of a client that is none', { appKey: 'nobody' }),
    ...bad.flatMap(([field, values]) =>
      values.map(([what, value, cannot]) => ask(`${field} ${what}`, { [field]: value }, 'operator', cannot)),
    ),
  ];
}

function choices(): ParityCase[] {
  return EVERYONE.map((as) => parityCase('listFilterChoices', `as ${as}`, {}, { as }));
}

function lastChanges(): ParityCase[] {
  const ask = (name: string, input: ParityCase['input'], as: Caller = 'viewer') =>
    parityCase('listLastChanges', name, input, { as });
  const kept = ['a corrected one', 'a cancelled one', 'a refused one', 'a withdrawal of the desk'];
  return [
    ...EVERYONE.map((as) =>
      ask(
        `as ${as}`,
        (responseTo) => ({ transactionIds: [...kept.map((one) => idOf(responseTo, one)), UNKNOWN_ID, 'x'] }),
        as,
      ),
    ),
    ask('of none', { transactionIds: [] }),
    ask('of one twice', (responseTo) => {
      const id = idOf(responseTo, 'a corrected one');
      return { transactionIds: [id, id] };
    }),
    ask('of too many', { transactionIds: Array(101).fill(UNKNOWN_ID) }),
    ask('of an id too long', { transactionIds: ['x'.repeat(129)] }),
    ask('of numbers', { transactionIds: [5] }),
    ask('without ids', {}),
  ];
}

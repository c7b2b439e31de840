import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BankStatus,
  contradictionOf,
  EXPORTED,
  isBankStatus,
  nextState,
  type PayoutNews,
  stateOf,
} from '../../src/payouts/domain/payout-state.ts';
import { holds } from '../support/properties.ts';

const DEBIT: PayoutNews = { kind: 'debit' };
const RETURN: PayoutNews = { kind: 'return' };

function status(code: BankStatus): PayoutNews {
  return { kind: 'status', status: code };
}

function factsOf(...news: readonly PayoutNews[]) {
  return news.reduce((facts, one) => nextState(facts, one).facts, EXPORTED);
}

function outcomeOf(...news: readonly PayoutNews[]) {
  const facts = factsOf(...news);
  return { state: stateOf(facts), contradiction: contradictionOf(facts) };
}

const ACCEPTED = [
  'RCVD',
  'PATC',
  'PDNG',
  'ACTC',
  'RVNC',
  'RCVC',
  'ACCP',
  'ACWC',
  'ACFW',
  'ACFC',
  'ACSP',
  'ACPD',
];
const EXECUTED = ['ACWP', 'ACSC', 'ACCC'];
const TABLE = [
  ...[...ACCEPTED, ...EXECUTED].map((code) => [code, 'accepted'] as const),
  ...['RVNM', 'RVMC', 'RVNA', 'RVCM', 'BLCK'].map((code) => [code, 'held'] as const),
  ...['RJCT', 'CANC'].map((code) => [code, 'refused'] as const),
];

describe('a status of the bank', () => {
  test.each(TABLE)('%s makes an exported payout %s', (code, state) => {
    if (!isBankStatus(code)) throw new Error(`${code} is not known`);
    expect(outcomeOf(status(code)).state).toBe(state);
  });

  test.each(['PART', 'XXXX', 'rjct', '', 'toString'])('is not %j', (code) => {
    expect(isBankStatus(code)).toBe(false);
  });
});

describe('late news', () => {
  test.each([
    ['RCVD after ACSP', ['ACSP', 'RCVD'], 'accepted'],
    ['a doubtful payee after the execution', ['ACSP', 'RVNM'], 'accepted'],
    ['the receipt after a doubtful payee', ['RVNM', 'RCVD'], 'held'],
    ['the acceptance of a doubtful payee', ['RVNM', 'ACCP'], 'accepted'],
    ['a refusal of what was executed', ['ACSC', 'RJCT'], 'held'],
    ['an execution of what was refused', ['RJCT', 'ACSC'], 'held'],
    ['a refusal of what settled without posting', ['ACWP', 'CANC'], 'held'],
    ['an acceptance of what was refused', ['RJCT', 'ACSP'], 'refused'],
    ['a doubtful payee of what was refused', ['CANC', 'RVNM'], 'refused'],
  ] as const)('of %s leaves the right state', (_, codes, state) => {
    expect(outcomeOf(...codes.map(status)).state).toBe(state);
  });

  test('that says nothing new keeps the facts as they are', () => {
    const facts = factsOf(status('ACSP'), DEBIT, RETURN);
    for (const news of [status('ACSP'), status('RCVD'), DEBIT, RETURN])
      expect(nextState(facts, news)).toEqual({
        facts,
        from: 'returned',
        to: 'returned',
        contradiction: null,
      });
  });
});

describe('a booked debit', () => {
  test('pays whatever the bank said before', () => {
    for (const [code] of TABLE)
      if (isBankStatus(code)) expect(outcomeOf(status(code), DEBIT).state).toBe('paid');
  });

  test('is not undone by a refusal, which contradicts it', () => {
    const next = nextState(factsOf(DEBIT), status('RJCT'));
    expect(next).toMatchObject({ from: 'paid', to: 'paid', contradiction: 'refused-but-paid' });
  });

  test('is contradicted once by a refusal that comes again', () => {
    const next = nextState(factsOf(DEBIT, status('RJCT')), status('RJCT'));
    expect(next.contradiction).toBeNull();
  });

  test('of a refused payout contradicts the refusal', () => {
    const next = nextState(factsOf(status('RJCT')), DEBIT);
    expect(next).toMatchObject({ from: 'refused', to: 'paid', contradiction: 'refused-but-paid' });
  });
});

describe('an execution', () => {
  test.each(EXECUTED)('by %s contradicts a refusal, whichever comes first', (code) => {
    if (!isBankStatus(code)) throw new Error(`${code} is not known`);
    const held = { state: 'held', contradiction: 'refused-but-executed' };
    expect(outcomeOf(status(code), status('RJCT'))).toEqual(held);
    expect(outcomeOf(status('RJCT'), status(code))).toEqual(held);
  });

  test('and a refusal leave a booked debit paid', () => {
    expect(outcomeOf(status('ACSC'), status('RJCT'), DEBIT).state).toBe('paid');
  });
});

describe('a return', () => {
  test('makes a paid payout returned', () => {
    expect(outcomeOf(DEBIT, RETURN)).toEqual({ state: 'returned', contradiction: null });
  });

  test('without a debit changes no state, and contradicts', () => {
    expect(outcomeOf(status('ACSP'), RETURN)).toEqual({
      state: 'accepted',
      contradiction: 'returned-but-not-paid',
    });
  });

  test('before its debit counts when that comes', () => {
    expect(outcomeOf(RETURN, DEBIT)).toEqual({ state: 'returned', contradiction: null });
  });

  test('explains a debit of a refused payout', () => {
    expect(outcomeOf(status('RJCT'), DEBIT, RETURN)).toEqual({ state: 'returned', contradiction: null });
  });
});

const news = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TABLE.map(([code]) => code).filter(isBankStatus)).map(status) },
  fc.constantFrom(DEBIT, RETURN),
);

test('the same news in any order and with repeats leads to the same facts', () =>
  holds(
    fc.property(
      fc
        .array(news, { minLength: 1, maxLength: 8 })
        .chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.array(fc.constantFrom(...list), { maxLength: 8 }),
            fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
          ),
        ),
      ([list, repeats, keys]) => {
        const shuffled = [...list, ...repeats]
          .map((one, index) => ({ one, key: keys[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key);
        expect(factsOf(...shuffled.map(({ one }) => one))).toEqual(factsOf(...list));
      },
    ),
    1000,
  ));

import { expect, test } from 'vitest';
import { MOST_COMPARISONS } from '../../../src/domain/matching/comparisons.ts';
import { decideLines } from '../../../src/domain/matching/decide-lines.ts';
import { matchLines } from '../../../src/domain/matching/match-first.ts';
import type { DepositFacts, LineDecision, MatchFacts } from '../../../src/domain/matching/model.ts';
import {
  IBAN,
  makeDeposit,
  makeFacts,
  makeLine,
  makeLineFacts,
  makeWithdrawal,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const NAMES = ['Ayşe Nur Yılmaz', 'Ayşe Nur Demir', 'Mehmet Kaya', 'Zeynep Ece Yılmaz'];

/** Deposits of as many users, and how often a rule has looked at the name of one. */
function countedDeposits(count: number, fields: (place: number) => Partial<DepositFacts> = () => ({})) {
  const looks = { count: 0 };
  const deposits = Array.from({ length: count }, (_, place): DepositFacts => {
    const id = String(place).padStart(24, '0');
    const deposit = makeDeposit({ transactionId: id, userId: id, reference: null, ...fields(place) });
    return Object.defineProperty({ ...deposit }, 'name', {
      get() {
        looks.count += 1;
        return NAMES[place % NAMES.length];
      },
    });
  });
  return { deposits, looks };
}

function linesOf(count: number, amountMinor: (place: number) => number = () => 10_050) {
  return Array.from({ length: count }, (_, place) =>
    makeLineFacts(`line-${String(place).padStart(3, '0')}`, {
      ...{ amountMinor: amountMinor(place), counterpartyName: 'AYSE NUR YILMAZ' },
      remittance: [`Ayse Nur icin ${place}`],
    }),
  );
}

const NO_MORE = {
  withNamesakes: () => Promise.reject(new Error('no line settles by its name')),
  withWaiting: (facts: MatchFacts) => Promise.resolve(facts),
};

test('a command decides about no more lines than its comparisons allow, and about at least one', async () => {
  const lines = linesOf(30);
  const alone = countedDeposits(MOST_COMPARISONS / 2);
  const [only, ...none] = await decideLines(
    makeFacts({ lines: lines.slice(0, 1), deposits: alone.deposits }),
    NO_MORE,
  );
  expect([only?.state, none]).toEqual(['proposed', []]);
  const ofOne = alone.looks.count;
  alone.looks.count = 0;
  const decided = await decideLines(makeFacts({ lines, deposits: alone.deposits }), NO_MORE);
  expect(decided.map(({ lineId }) => lineId)).toEqual(['line-000']);
  expect(alone.looks.count).toBeLessThanOrEqual(ofOne);
});

test('lines with the words of many names take the comparisons of a command too', async () => {
  const { deposits, looks } = countedDeposits(200, (place) => ({ amountMinor: 20_000 + place }));
  const lines = linesOf(30);
  const decided = await decideLines(makeFacts({ lines, deposits }), NO_MORE, 1_000);
  expect(decided.length).toBeGreaterThan(1);
  expect(decided.length).toBeLessThan(15);
  expect(looks.count).toBeLessThan(10_000);
});

test('money out is compared with those payees alone whose names it has', async () => {
  const looks = { count: 0 };
  const withdrawals = Array.from({ length: 2_000 }, (_, place) => {
    const payee = makeWithdrawal({ transactionId: `out-${place}`, iban: null });
    return Object.defineProperty({ ...payee }, 'name', {
      get() {
        looks.count += 1;
        return `Zeki Payee${place}`;
      },
    });
  });
  const out = { direction: 'debit', counterpartyName: null } as const;
  const moneyOut = Array.from({ length: 50 }, (_, place) =>
    makeLineFacts(`out-${place}`, { ...out, remittance: [`Zeki Payee${1_999 - place}`] }),
  );
  const lines = [makeLineFacts('line', { remittance: [REFERENCE] })];
  const [decision] = matchLines(makeFacts({ lines, moneyOut, withdrawals }));
  // Each of them went to somebody else, who has a withdrawal.
  expect(decision?.state).toBe('matched');
  expect(looks.count).toBeLessThan(10 * withdrawals.length);
});

test('those who have paid from the account of a nameless line take the comparisons of a command too', async () => {
  const { deposits } = countedDeposits(20);
  const payers = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      ...{ clientId: 'client', userId: `payer-${place}`, name: `Payer Number${place}`, iban: IBAN },
      source: 'reference' as const,
    }));
  const lines = linesOf(30).map((facts) => ({
    ...facts,
    line: makeLine({ counterpartyName: null, counterpartyIban: IBAN }),
  }));
  const decidedCount = async (count: number) =>
    (await decideLines(makeFacts({ lines, deposits, knownPayers: payers(count) }), NO_MORE, 5_000)).length;
  expect(await decidedCount(1)).toBe(30);
  expect(await decidedCount(90)).toBeLessThan(5);
});

test('lines that are decided about a few at a time are decided as all at once', async () => {
  const { deposits } = countedDeposits(40, (place) => ({ amountMinor: 10_050 + (place % 5) }));
  const lines = linesOf(30, (place) => 10_050 + (place % 7));
  const facts = makeFacts({ lines, deposits });
  const decisions: LineDecision[] = [];
  const sizes = new Set<number>();
  while (decisions.length < lines.length) {
    const left = lines.slice(decisions.length);
    const others = lines.slice(0, decisions.length);
    const round = await decideLines({ ...facts, lines: left, otherLines: others }, NO_MORE, 100);
    decisions.push(...round);
    sizes.add(round.length);
  }
  expect(Math.max(...sizes)).toBeLessThan(15);
  expect(decisions).toEqual(matchLines(facts));
});

test('lines that settle by their names wait for the next command, where all names are too many', async () => {
  const own = [0, 1, 2].map((place) =>
    makeDeposit({
      ...{ transactionId: `own-${place}`, userId: `own-${place}`, reference: null },
      ...{ amountMinor: 7_701 + place, name: `Emre ${['Kaya', 'Demir', 'Aslan'][place]}` },
    }),
  );
  const lines = own.map(({ amountMinor }, place) =>
    makeLineFacts(`line-${place}`, {
      amountMinor,
      counterpartyName: `EMRE ${['KAYA', 'DEMIR', 'ASLAN'][place]}`,
    }),
  );
  const facts = makeFacts({ lines, deposits: own, ...withPolicy({ nameRule: 'ibanOrAmount' }) });
  const namesakes = Array.from({ length: 400 }, (_, place) =>
    makeDeposit({
      ...{ transactionId: `other-${place}`, userId: `other-${place}`, reference: null },
      ...{ amountMinor: 50_000, name: `Emre Ceylan ${place}` },
    }),
  );
  const asked: number[] = [];
  const decided = await decideLines(
    facts,
    {
      ...NO_MORE,
      withNamesakes(named) {
        asked.push(named.length);
        return Promise.resolve({ ...facts, deposits: [...own, ...namesakes] });
      },
    },
    250,
  );
  expect(asked).toEqual([3]);
  expect(decided.map(({ lineId, state }) => [lineId, state])).toEqual([
    ['line-0', 'matched'],
    ['line-1', 'matched'],
  ]);
});

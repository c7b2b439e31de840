import { expect, test } from 'vitest';
import { matchLines } from '../../../src/domain/matching/match-first.ts';
import type { WithdrawalFacts } from '../../../src/domain/matching/model.ts';
import { DAY_MS, decide, makeFacts, makeLineFacts, makeWithdrawal, NOW_MS } from '../../support/matching.ts';

const idOf = (index: number) => `6741a000000000000000${String(1000 + index)}`;

/** Withdrawals that wait, one for each amount. */
const waitingOf = (amounts: readonly number[], fields: Partial<WithdrawalFacts> = {}) =>
  amounts.map((amountMinor, index) =>
    makeWithdrawal({ transactionId: idOf(index), amountMinor, state: 'pending', ...fields }),
  );

const out = (amountMinor: number, waitingWithdrawals: readonly WithdrawalFacts[], line = {}) =>
  decide({ direction: 'debit', amountMinor, remittance: ['TOPLU HAVALE'], ...line }, { waitingWithdrawals });

test('a debit of exactly the sum of some withdrawals that wait is proposed as their batch, and settles none', () => {
  const decision = out(6_000, waitingOf([1_000, 2_000, 3_000, 50_000]));
  expect(decision).toMatchObject({ state: 'payout', rule: 'payout-batch', action: null });
  expect(decision.candidates.map(({ transactionId }) => transactionId)).toEqual([idOf(0), idOf(1), idOf(2)]);
  expect(decision.evidence).toEqual([
    { code: 'payout-batch', transactionIds: [idOf(0), idOf(1), idOf(2)], sumMinor: 6_000 },
  ]);
});

test.each([
  ['a sum that is one minor unit off', 6_001, [1_000, 2_000, 3_000]],
  ['a sum that can be made in two ways', 3_000, [1_000, 2_000, 1_500, 1_500]],
  ['two equal withdrawals of which one is meant', 3_000, [1_000, 2_000, 2_000]],
  ['more withdrawals than a batch has', 11_000, Array.from({ length: 11 }, () => 1_000)],
])('%s proposes nothing', (_title, amountMinor, amounts) => {
  expect(out(amountMinor, waitingOf(amounts))).toMatchObject({ state: 'other-debit', candidates: [] });
});

test('a withdrawal in another currency, of a later day, or one alone is no part of a batch', () => {
  expect(out(3_000, waitingOf([1_000, 2_000], { currency: 'EUR' })).state).toBe('other-debit');
  expect(out(3_000, waitingOf([1_000, 2_000], { createdAtMs: NOW_MS + 3 * DAY_MS })).state).toBe(
    'other-debit',
  );
  expect(out(3_000, waitingOf([3_000])).state).toBe('other-debit');
});

test('of many that wait, only a whole client or day is looked at, unless the text names them', () => {
  const many = waitingOf(Array.from({ length: 17 }, (_, index) => 100_000 + 7 ** (index % 5) * (index + 1)));
  const own = [
    makeWithdrawal({ transactionId: idOf(50), amountMinor: 1_000, state: 'pending', clientId: 'other' }),
    makeWithdrawal({ transactionId: idOf(51), amountMinor: 2_500, state: 'pending', clientId: 'other' }),
  ];
  expect(out(3_500, [...many, ...own]).rule).toBe('payout-batch');
  const [first, second] = many;
  const sumMinor = (first?.amountMinor ?? 0) + (second?.amountMinor ?? 0);
  expect(out(sumMinor, [...many, ...own]).state).toBe('other-debit');
  const remittance = [`${idOf(0)} ${idOf(1)}`];
  expect(out(sumMinor, [...many, ...own], { remittance }).candidates).toHaveLength(2);
});

test('a hundred debits beside as many withdrawals as are searched are decided without a wait', () => {
  const waitingWithdrawals = waitingOf(Array.from({ length: 16 }, (_, index) => 1_000 + index * 2));
  const lines = Array.from({ length: 100 }, (_, index) =>
    makeLineFacts(`line-${index}`, { direction: 'debit', amountMinor: 8_001 + 2 * index, remittance: [] }),
  );
  const decisions = matchLines(makeFacts({ lines, waitingWithdrawals }));
  // Sums of even numbers are even.
  expect(new Set(decisions.map(({ state }) => state))).toEqual(new Set(['other-debit']));
});

test('a line that the bank has not booked is no batch', () => {
  expect(out(3_000, waitingOf([1_000, 2_000]), { status: 'pending' })).toMatchObject({
    state: 'pending',
    candidates: [],
  });
});

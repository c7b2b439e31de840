import { describe, expect, test } from 'vitest';
import type { DepositFacts, MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import {
  codesOf,
  DAY_MS,
  decide,
  HOUR_MS,
  makeDeposit,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const named = { remittance: [REFERENCE] };
const EXPIRED = { state: 'expired', endedAtMs: NOW_MS - HOUR_MS } as const;

test('another account, or another currency, settles nothing', () => {
  const elsewhere = { deposits: [makeDeposit({ bankAccountId: 'other' })] };
  expect(decide(named, elsewhere).state).toBe('wrong-account');
  expect(decide({ ...named, currency: 'EUR' }).state).toBe('wrong-account');
});

test('any difference waits, and a payment is to be returned where the policy says so', () => {
  const under = decide({ ...named, amountMinor: 9000 }, withPolicy({ underpaidBeyond: 'return' }));
  expect(under).toMatchObject({ state: 'to-return', action: null });
  expect(under.candidates[0]?.reasons).toContainEqual({ code: 'amount-differs', differenceMinor: -1050 });
  const over = { ...named, amountMinor: 10_051 };
  expect(decide(over, withPolicy({ underpaidBeyond: 'return' })).state).toBe('overpaid');
  expect(decide(over, withPolicy({ overpaidBeyond: 'return' })).state).toBe('to-return');
  expect(decide({ ...named, amountMinor: 10_049 }).state).toBe('underpaid');
});

test('a difference within the tolerance settles with the amount received', () => {
  for (const policy of [{ underpaidToleranceMinor: 50 }, { underpaidTolerancePerMille: 5 }]) {
    const decision = decide({ ...named, amountMinor: 10_000 }, withPolicy(policy));
    expect(decision.rule).toBe('reference-tolerance');
    expect(decision.action?.finalAmountMinor).toBe(10_000);
    expect(decide({ ...named, amountMinor: 9999 }, withPolicy(policy)).state).toBe('underpaid');
    expect(decide({ ...named, amountMinor: 10_051 }, withPolicy(policy)).state).toBe('overpaid');
  }
  const over = withPolicy({ overpaidToleranceMinor: 50 });
  expect(decide({ ...named, amountMinor: 10_100 }, over).action?.finalAmountMinor).toBe(10_100);
  expect(decide({ ...named, amountMinor: 10_101 }, over).state).toBe('overpaid');
});

test('no tolerance is larger than a tenth of the deposit', () => {
  const most = withPolicy({ underpaidToleranceMinor: 100_000, underpaidTolerancePerMille: 100 });
  expect(decide({ ...named, amountMinor: 9045 }, most).rule).toBe('reference-tolerance');
  expect(decide({ ...named, amountMinor: 9044 }, most).state).toBe('underpaid');
});

test('an expired deposit is corrected only where the policy, the time and the amount allow it', () => {
  const accept = withPolicy({ late: 'accept' });
  const at = (fields: object, line = {}, policy = accept) =>
    decide({ ...named, ...line }, { ...policy, deposits: [makeDeposit({ ...EXPIRED, ...fields })] });
  expect(at({})).toMatchObject({ state: 'matched', rule: 'reference-late', action: { kind: 'correct' } });
  expect(at({}, {}, withPolicy({})).state).toBe('late');
  expect(at({}, {}, withPolicy({ late: 'return' }))).toMatchObject({ state: 'to-return', action: null });
  expect(at({}, { amountMinor: 10_049 }).state).toBe('late');
  for (const state of ['cancelled', 'rejected', 'reversed']) expect(at({ state }).state).toBe('late');
  expect(at({ endedAtMs: NOW_MS - DAY_MS - 1 }).state).toBe('late');
  expect(at({ endedAtMs: NOW_MS - DAY_MS }).state).toBe('matched');
  expect(at({ settledByLineId: 'earlier' }).state).toBe('late');
});

test('an expired deposit whose user has one that waits is neither corrected nor sent back', () => {
  const waiting = makeOther({ userId: 'user', bankAccountId: 'another', amountMinor: 70_000 });
  for (const late of ['accept', 'return'] as const) {
    const facts = { deposits: [makeDeposit(EXPIRED), waiting], ...withPolicy({ late }) };
    expect(decide(named, facts)).toMatchObject({ state: 'late', action: null });
    expect(codesOf(decide(named, facts))).toContain('replaced');
  }
});

test('a deposit that is pending again, although a line has paid it, settles by no other one', () => {
  const decision = decide(named, { deposits: [makeDeposit({ settledByLineId: 'earlier' })] });
  expect(decision).toMatchObject({ state: 'proposed', action: null });
  expect(codesOf(decision)).toEqual(['settled-already']);
});

test('a deposit that another line has paid is a double payment', () => {
  const byLine = makeDeposit({ state: 'successful', endedAtMs: NOW_MS, settledByLineId: 'earlier' });
  expect(decide(named, { deposits: [byLine] })).toMatchObject({ state: 'double-payment', action: null });
});

describe('the line of a deposit that was settled by hand', () => {
  const byHand = (fields: Partial<DepositFacts> = {}, line: Partial<MatchableLine> = {}) =>
    decide(
      { ...named, ...line },
      {
        deposits: [
          makeDeposit({ state: 'successful', endedAtMs: NOW_MS, paidWithoutLineMinor: 10_050, ...fields }),
        ],
      },
    );

  test('is noted as its payment where it is exactly so much, whatever was asked for', () => {
    const noted = { state: 'matched', rule: 'reference-noted', action: { kind: 'note' } };
    expect(byHand()).toMatchObject(noted);
    expect(byHand({ amountMinor: 20_000 })).toMatchObject(noted);
    expect(byHand({ paidWithoutLineMinor: 20_000 })).toMatchObject({ state: 'proposed', action: null });
  });

  test('is noted also where somebody else has paid, because nothing depends on it', () => {
    expect(byHand({}, { counterpartyName: 'MEHMET DEMIR' }).action?.kind).toBe('note');
  });

  test('is not noted on another account', () => {
    expect(byHand({ bankAccountId: 'other' })).toMatchObject({ state: 'wrong-account', action: null });
  });
});

describe('what settles only by a policy waits where another deposit of exactly the amount could be meant', () => {
  const other = makeOther({ name: 'Ayşe Yılmaz', amountMinor: 10_000 });
  const tolerant = withPolicy({ underpaidToleranceMinor: 50, late: 'accept' });

  test('of a user whose name the payer could have, or by a line without a name', () => {
    const less = { ...named, amountMinor: 10_000 };
    const decision = decide(less, { deposits: [makeDeposit(), other], ...tolerant });
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(decision.evidence).toContainEqual({
      code: 'matches-other-deposit',
      transactionId: other.transactionId,
    });
    const stranger = { ...other, name: 'Mehmet Demir' };
    expect(decide(less, { deposits: [makeDeposit(), stranger], ...tolerant }).state).toBe('matched');
    const nameless = { ...less, counterpartyName: null };
    expect(decide(nameless, { deposits: [makeDeposit(), stranger], ...tolerant }).action).toBeNull();
  });

  test('of the same user, if it was settled by hand with the amount since', () => {
    const expired = makeDeposit({ ...EXPIRED, createdAtMs: NOW_MS - DAY_MS });
    const byHand = makeDeposit({
      transactionId: other.transactionId,
      reference: OTHER_REFERENCE,
      state: 'successful',
      endedAtMs: NOW_MS - HOUR_MS,
      paidWithoutLineMinor: 10_050,
      amountMinor: 20_000,
    });
    const decision = decide(named, { deposits: [expired, byHand], ...tolerant });
    expect(decision).toMatchObject({ state: 'late', action: null });
    expect(decide(named, { deposits: [expired], ...tolerant }).state).toBe('matched');
  });

  test('or where not all of the amount, or of the user, are known', () => {
    const deposits = [makeDeposit(EXPIRED)];
    const crowded = { deposits, crowdedAmounts: new Set([10_050]), crowdedUsers: new Set<string>() };
    const ofUser = { deposits, crowdedAmounts: new Set<number>(), crowdedUsers: new Set(['client user']) };
    for (const likely of [crowded, ofUser, null])
      expect(decide(named, { deposits, likely, ...tolerant })).toMatchObject({ state: 'late', action: null });
    // What is exact and pending does not depend on it.
    const pending = { ...crowded, deposits: [makeDeposit()] };
    expect(decide(named, { likely: pending, ...tolerant }).rule).toBe('reference-exact');
  });
});

import { describe, expect, test } from 'vitest';
import type { DepositFacts, LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import {
  decide,
  makeDeposit,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  THIRD_REFERENCE,
} from '../../support/matching.ts';

const own = makeDeposit();
const other = makeOther();
const ranked = ({ candidates }: LineDecision) =>
  candidates.map(({ transactionId, rank }) => [transactionId, rank]);
const reasonsOf = ({ candidates }: LineDecision, { transactionId }: Pick<DepositFacts, 'transactionId'>) =>
  candidates.find((one) => one.transactionId === transactionId)?.reasons;

describe('a line that waits proposes everything that could be meant', () => {
  test('the named deposit and that of the payer, as equal ones', () => {
    // Ayşe Yılmaz has typed the reference of Mehmet Demir.
    const decision = decide({ remittance: [OTHER_REFERENCE] }, { deposits: [own, other] });
    expect(decision.state).toBe('other-payer');
    expect(ranked(decision)).toEqual([
      [own.transactionId, 1],
      [other.transactionId, 1],
    ]);
  });

  test('by a name that could be that of the user, after the named deposit', () => {
    const line = { remittance: [OTHER_REFERENCE], counterpartyName: 'A. YILMAZ' };
    const decision = decide({ ...line, counterpartyName: 'AY** YI****' }, { deposits: [own, other] });
    expect(ranked(decision)).toEqual([
      [other.transactionId, 1],
      [own.transactionId, 2],
    ]);
  });

  test('but no deposit of a user of certainly another name, and none of another amount by a name that is unclear', () => {
    const third = makeOther({ transactionId: 'a'.repeat(24), userId: 'third', reference: THIRD_REFERENCE });
    const line = { remittance: [REFERENCE], counterpartyName: 'ALI KAYA' };
    const decision = decide(line, { deposits: [own, third, { ...other, name: 'Veli Can', amountMinor: 5 }] });
    expect(ranked(decision)).toEqual([[own.transactionId, 1]]);
  });

  test('the deposit that waits, where the reference of an earlier one of the user was typed', () => {
    const earlier = makeDeposit({
      transactionId: 'a'.repeat(24),
      reference: OTHER_REFERENCE,
      endedAtMs: NOW_MS,
      state: 'successful',
      settledByLineId: 'earlier',
      amountMinor: 500,
    });
    const decision = decide({ remittance: [OTHER_REFERENCE] }, { deposits: [earlier, own] });
    expect(decision.state).toBe('double-payment');
    expect(ranked(decision)).toEqual([
      [own.transactionId, 1],
      [earlier.transactionId, 2],
    ]);
    expect(reasonsOf(decision, own)).toContainEqual({ code: 'waiting-deposit' });
  });
});

describe('a line that names no deposit proposes', () => {
  const bare = { remittance: ['kira'] };

  test('the deposits of its amount by the name, pending ones before ended ones, with the reasons', () => {
    const ended = makeOther({ name: 'Ayşe Yılmaz', state: 'expired', endedAtMs: NOW_MS });
    const decision = decide(bare, { deposits: [ended, own] });
    expect(decision).toMatchObject({ state: 'proposed', rule: 'ranked', action: null });
    expect(ranked(decision)).toEqual([
      [own.transactionId, 1],
      [ended.transactionId, 2],
    ]);
    expect(reasonsOf(decision, own)).toEqual([
      { code: 'amount-exact' },
      { code: 'name', grade: 'fits' },
      { code: 'near-in-time', days: 0 },
    ]);
    expect(reasonsOf(decision, ended)).toContainEqual({ code: 'ended', state: 'expired', lateMs: null });
  });

  test('namesakes with the same amount as equal ones, and settles none', () => {
    const twin = makeOther({ name: 'Ayşe Yılmaz' });
    const decision = decide(bare, { deposits: [own, twin] });
    expect(decision.action).toBeNull();
    expect(ranked(decision).map(([, rank]) => rank)).toEqual([1, 1]);
  });

  test('the deposit whose reference has one slip, also of another account', () => {
    const elsewhere = { ...other, bankAccountId: 'another' };
    const decision = decide({ remittance: [`0${OTHER_REFERENCE.slice(1)}`] }, { deposits: [elsewhere] });
    expect(decision.state).toBe('proposed');
    expect(decision.candidates[0]?.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['near-reference', 'other-account']),
    );
  });

  test('a pending deposit of the name with another amount, with the difference', () => {
    const more = makeDeposit({ amountMinor: 90_000 });
    expect(reasonsOf(decide(bare, { deposits: [more] }), more)).toContainEqual({
      code: 'amount-differs',
      differenceMinor: -79_950,
    });
  });

  test('the only deposit of its amount, whoever has paid, and without a name a few of them', () => {
    const stranger = { ...bare, counterpartyName: 'ALI KAYA' };
    expect(decide(stranger, { deposits: [own] }).candidates).toHaveLength(1);
    expect(decide(stranger, { deposits: [own, other] }).candidates).toEqual([]);
    const nameless = { counterpartyName: null, remittance: ['HAVALE'] };
    expect(decide(nameless, { deposits: [own, other] }).candidates).toHaveLength(2);
    const four = ['a', 'b'].map((one) => makeOther({ transactionId: one.repeat(24), userId: one }));
    expect(decide(nameless, { deposits: [own, other, ...four] }).candidates).toEqual([]);
  });

  test('nothing, where nothing fits', () => {
    expect(decide({ ...bare, amountMinor: 1, counterpartyName: 'ALI KAYA' }).state).toBe('unknown');
  });

  test('says where more deposits of the amount wait than are compared', () => {
    const likely = { deposits: [own], crowdedAmounts: new Set([10_050]), crowdedUsers: new Set<string>() };
    expect(decide(bare, { likely }).evidence).toContainEqual({ code: 'too-many' });
  });
});

import { describe, expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import type {
  DepositFacts,
  LineDecision,
  MatchableLine,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { referenceIn } from '../../../src/transactions/domain/reference.ts';
import {
  codesOf,
  DAY_MS,
  decide,
  HOUR_MS,
  IBAN,
  makeDeposit,
  makeFacts,
  makeLikely,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  THIRD_REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const named = { remittance: [REFERENCE] };

describe('amount', () => {
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
      const crowded = makeLikely(deposits, { crowdedAmounts: new Set([10_050]) });
      const ofUser = makeLikely(deposits, { crowdedUsers: new Set(['client user']) });
      for (const likely of [crowded, ofUser, null])
        expect(decide(named, { deposits, likely, ...tolerant })).toMatchObject({
          state: 'late',
          action: null,
        });
      // What is exact and pending does not depend on it.
      const pending = { ...crowded, deposits: [makeDeposit()] };
      expect(decide(named, { likely: pending, ...tolerant }).rule).toBe('reference-exact');
    });
  });
});

describe('booked', () => {
  test('a line that is not booked, and a line of a held statement, keep their candidates and settle nothing', () => {
    expect(decide({ ...named, status: 'pending' })).toMatchObject({ state: 'pending', action: null });
    const held = { ...makeLineFacts('line', named), isHeld: true };
    const [decision] = matchLines(makeFacts({ lines: [held] }));
    expect(decision).toMatchObject({ state: 'held', action: null });
    expect(decision?.candidates).toHaveLength(1);
  });

  test('a credit that is marked as a return or a reversal settles nothing', () => {
    for (const fields of [
      { isReversal: true },
      { returnReason: 'AC04' },
      { remittance: [REFERENCE, 'EFT IADESI'] },
    ])
      expect(decide({ ...named, ...fields })).toMatchObject({ state: 'returned', action: null });
  });

  test('a withdrawal that came back settles nothing, by its id or by the IBAN of its payee', () => {
    const withdrawals = [makeWithdrawal()];
    const byId = { remittance: [`${REFERENCE} ${makeWithdrawal().transactionId}`] };
    const byIban = { ...named, counterpartyIban: IBAN, returnReason: 'AC04' };
    for (const line of [byId, byIban]) {
      const decision = decide(line, { withdrawals });
      expect(decision).toMatchObject({ state: 'payout-back', action: null });
      expect(decision.candidates[0]?.transactionId).toBe(makeWithdrawal().transactionId);
    }
  });

  test('an entry of several payments that is not split settles nothing', () => {
    const decision = decide({ ...named, isCollective: true });
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(codesOf(decision)).toEqual(['collective']);
    const settled = makeDeposit({ state: 'successful', endedAtMs: 1, paidWithoutLineMinor: 10_050 });
    expect(decide({ ...named, isCollective: true }, { deposits: [settled] }).action).toBeNull();
  });

  test('a line of which not all is read settles nothing and says so, and a field for references is read before it', () => {
    const filler = (count: number) => '1 '.repeat(count);
    const decided = (count: number, line: Partial<MatchableLine> = {}) =>
      decide({ remittance: [`${REFERENCE} ${filler(count)}`], ...line });
    expect(decided(400).state).toBe('matched');
    const long = decided(600);
    expect(long).toMatchObject({ state: 'proposed', action: null });
    expect(long.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
    expect(long.evidence).toContainEqual({ code: 'too-many' });
    const behind = decide({ remittance: [filler(600)], structuredReference: referenceIn('EUR', REFERENCE) });
    expect(behind.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
    const near = Array.from({ length: 80 }, (_, index) => `CDFHJ${100 + index}`).join(' ');
    expect(decide({ remittance: [`${REFERENCE} ${near}`] })).toMatchObject({
      state: 'proposed',
      action: null,
    });
  });

  test('a text that is not read whole sends nothing back', () => {
    const line = { remittance: [REFERENCE], amountMinor: 10_000 };
    const policy = withPolicy({ underpaidBeyond: 'return' });
    expect(decide(line, policy).state).toBe('to-return');
    expect(decide({ ...line, remittance: [REFERENCE, '1 '.repeat(500)] }, policy).state).toBe('underpaid');
  });
});

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
    const likely = {
      deposits: [own],
      crowdedAmounts: new Set([10_050]),
      crowdedEnded: new Set<number>(),
      crowdedUsers: new Set<string>(),
    };
    expect(decide(bare, { likely }).evidence).toContainEqual({ code: 'too-many' });
  });
});

import { expect, test } from 'vitest';
import type {
  CrowdedAmounts,
  DepositFacts,
  KnownPayer,
  MatchFacts,
} from '../../../src/domain/matching/model.ts';
import {
  codesOf,
  decide,
  IBAN,
  makeDeposit,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  OTHER_IBAN,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const AMOUNT = new Set([10_050]);
const NONE: ReadonlySet<number> = new Set();
const MANY_DEPOSITS: { crowded: CrowdedAmounts } = { crowded: { deposits: AMOUNT, withdrawals: NONE } };
const MANY_WITHDRAWALS: { crowded: CrowdedAmounts } = { crowded: { deposits: NONE, withdrawals: AMOUNT } };
const NAMED = { remittance: [REFERENCE], counterpartyIban: IBAN };
const TOO_MANY = { code: 'too-many' };

test('of an amount that too many deposits have nothing settles, and the line says why', () => {
  expect(decide(NAMED).evidence).not.toContainEqual(TOO_MANY);
  const decision = decide(NAMED, MANY_DEPOSITS);
  expect(decision).toMatchObject({ state: 'proposed', action: null });
  expect(decision.evidence).toContainEqual(TOO_MANY);
  const unknown = decide({ counterpartyName: 'SOMEBODY ELSE' }, { deposits: [], ...MANY_DEPOSITS });
  expect(unknown).toMatchObject({ state: 'unknown', evidence: [TOO_MANY] });
  const late = {
    ...withPolicy({ overpaidBeyond: 'return' }),
    deposits: [makeDeposit({ amountMinor: 9_000 })],
  };
  expect(decide(NAMED, late).state).toBe('to-return');
  expect(decide(NAMED, { ...late, ...MANY_DEPOSITS })).toMatchObject({ state: 'proposed', action: null });
});

test('a reference settles its deposit among however many withdrawals of the amount', () => {
  const decision = decide(NAMED, MANY_WITHDRAWALS);
  expect(decision).toMatchObject({ state: 'matched', rule: 'reference-exact' });
  expect(decision.evidence).not.toContainEqual(TOO_MANY);
});

test('a withdrawal that is not read for its number explains no money that was sent back', () => {
  const payee = makeWithdrawal({ name: 'Mehmet Kaya', iban: OTHER_IBAN });
  const debit = makeLineFacts('debit', {
    ...{ direction: 'debit', counterpartyName: null, remittance: ['FAST MEHMET KAYA'] },
  });
  const line = { remittance: [REFERENCE], counterpartyIban: null };
  const facts: Partial<MatchFacts> = { moneyOut: [debit], withdrawals: [payee] };
  expect(decide(line, facts).state).toBe('matched');
  const unread = decide(line, { ...facts, withdrawals: [], ...MANY_WITHDRAWALS });
  expect(unread).toMatchObject({ state: 'proposed', action: null });
  expect(codesOf(unread)).toContain('taken-back');
});

test('among too many withdrawals or namesakes no name settles, and the line says why', () => {
  const payer: KnownPayer = {
    ...{ clientId: 'client', userId: 'user', name: 'Ayşe Yılmaz', iban: IBAN, source: 'operator' },
  };
  const byName = { ...withPolicy({ nameRule: 'iban' }), knownPayers: [payer] };
  const line = { counterpartyIban: IBAN };
  expect(decide(line, byName).rule).toBe('name-iban');
  for (const limits of [MANY_WITHDRAWALS, MANY_DEPOSITS, { areNamesakesCut: true }, { isCut: true }]) {
    const decision = decide(line, { ...byName, ...limits });
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(decision.evidence).toContainEqual(TOO_MANY);
    expect(decision.candidates).toHaveLength(1);
  }
});

test('money out of an amount with too many transactions waits at the desk', () => {
  const out = { direction: 'debit', counterpartyName: null, remittance: ['HAVALE'] } as const;
  const waiting = [5_000, 5_050].map((amountMinor, place) =>
    makeWithdrawal({ transactionId: `waiting-${place}`, amountMinor, state: 'pending' }),
  );
  const facts = { deposits: [], waitingWithdrawals: waiting };
  expect(decide(out, { deposits: [] })).toMatchObject({ state: 'other-debit', evidence: [] });
  expect(decide(out, facts).rule).toBe('payout-batch');
  // None of too many deposits is the sum of withdrawals.
  expect(decide(out, { ...facts, ...MANY_DEPOSITS }).rule).toBe('payout-batch');
  expect(decide(out, { ...facts, ...MANY_WITHDRAWALS })).toMatchObject({
    state: 'unknown',
    evidence: [TOO_MANY],
  });
  expect(decide(out, { deposits: [], ...MANY_DEPOSITS })).toMatchObject({
    state: 'unknown',
    evidence: [TOO_MANY],
  });
});

/** Users who have paid from one account. */
function payersOf(count: number): readonly KnownPayer[] {
  return Array.from({ length: count }, (_, place) => ({
    ...{ clientId: 'other-client', userId: `payer-${place}`, name: 'Ayşe Yılmaz', iban: IBAN },
    source: 'reference' as const,
  }));
}

test('an account from which too many have paid proves nothing and rules nobody out', () => {
  const own: KnownPayer = {
    ...{ clientId: 'client', userId: 'user', name: 'Ayşe Yılmaz', iban: IBAN, source: 'operator' },
  };
  const byName = withPolicy({ nameRule: 'ibanOrAmount' });
  const line = { counterpartyIban: IBAN };
  const few = { ...byName, knownPayers: [own, ...payersOf(99)] };
  expect(decide(line, few).rule).toBe('name-iban');
  expect(decide(line, { ...few, knownPayers: [own, ...payersOf(100)] }).action).toBeNull();
  const deposits: DepositFacts[] = [makeDeposit({ amountMinor: 10_000 }), makeOther()];
  const tolerant = { ...withPolicy({ overpaidTolerancePerMille: 50 }), deposits };
  const nameless = { ...NAMED, counterpartyName: null };
  expect(decide(nameless, { ...tolerant, knownPayers: payersOf(100) }).state).toBe('matched');
  const unruled = decide(nameless, { ...tolerant, knownPayers: payersOf(101) });
  expect(unruled).toMatchObject({ state: 'proposed', action: null });
  expect(codesOf(unruled)).toContain('fits-another');
});

test('a user who has paid from a crowded account is no stranger to it', () => {
  const other: KnownPayer = {
    ...{ clientId: 'client', userId: 'other-user', name: 'Mehmet Demir', iban: IBAN, source: 'reference' },
  };
  const facts = { deposits: [makeDeposit(), makeOther()], knownPayers: payersOf(101) };
  const nameless = { ...NAMED, counterpartyName: null };
  expect(decide(nameless, facts).state).toBe('matched');
  const known = decide(nameless, { ...facts, knownPayers: [...facts.knownPayers, other] });
  expect(codesOf(known)).toContain('fits-another');
  expect(known.action).toBeNull();
});

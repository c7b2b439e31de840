import { expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import { referenceIn } from '../../../src/transactions/domain/reference.ts';
import {
  codesOf,
  decide,
  IBAN,
  makeDeposit,
  makeFacts,
  makeLineFacts,
  makeWithdrawal,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const named = { remittance: [REFERENCE] };

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
  expect(decide({ remittance: [`${REFERENCE} ${near}`] })).toMatchObject({ state: 'proposed', action: null });
});

test('a text that is not read whole sends nothing back', () => {
  const line = { remittance: [REFERENCE], amountMinor: 10_000 };
  const policy = withPolicy({ underpaidBeyond: 'return' });
  expect(decide(line, policy).state).toBe('to-return');
  expect(decide({ ...line, remittance: [REFERENCE, '1 '.repeat(500)] }, policy).state).toBe('underpaid');
});

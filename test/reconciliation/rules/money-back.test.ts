import { describe, expect, test } from 'vitest';
import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import {
  decide,
  IBAN,
  makeDeposit,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const line = { remittance: [REFERENCE], counterpartyIban: IBAN };
const debit = (fields: Partial<MatchableLine> = {}, lineId = 'back') =>
  makeLineFacts(lineId, { direction: 'debit', counterpartyName: null, ...fields });

describe('an unexplained debit of the amount, on the day or later, keeps a line from settling', () => {
  test.each<[string, Partial<MatchableLine>]>([
    ['by nobody', {}],
    ['marked as a return', { isReversal: true }],
    ['by the name of the payer', { counterpartyName: 'YILMAZ AYSE' }],
    ['by a name that could be the payer', { counterpartyName: 'AYSE' }],
    ['by a name in the text', { remittance: ['AYSE YILMAZ'] }],
    [
      'to the IBAN of the payer, whatever the name',
      { counterpartyName: 'MEHMET DEMIR', counterpartyIban: IBAN },
    ],
    [
      'that names the deposit, whatever the name',
      { counterpartyName: 'MEHMET DEMIR', remittance: [REFERENCE] },
    ],
    ['on a later day', { bookingDate: '2026-11-25' }],
    ['on no day', { bookingDate: null, valueDate: null }],
    ['of which not all is read', { counterpartyName: 'MEHMET DEMIR', remittance: ['1 '.repeat(600)] }],
  ])('%s', (_, fields) => {
    const decision = decide(line, { debits: [debit(fields)] });
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(decision.evidence).toContainEqual({ code: 'taken-back', byLineId: 'back' });
  });

  test('but not by a name that certainly differs, of another amount, or on an earlier day', () => {
    for (const fields of [
      { counterpartyName: 'MEHMET DEMIR' },
      { amountMinor: 10_051 },
      { bookingDate: '2026-11-20', valueDate: null },
    ])
      expect(decide(line, { debits: [debit(fields)] }).state).toBe('matched');
    expect(decide(line, { debits: [{ ...debit(), bankAccountId: 'another' }] }).state).toBe('matched');
  });

  test('also where the policy would accept another payer, by that name', () => {
    const stranger = { ...line, counterpartyName: 'MEHMET DEMIR', counterpartyIban: null };
    const accept = withPolicy({ otherPayer: 'accept' });
    expect(decide(stranger, accept).state).toBe('matched');
    expect(
      decide(stranger, { debits: [debit({ counterpartyName: 'M DEMIR' })], ...accept }).action,
    ).toBeNull();
  });

  test('and so do more debits than are compared', () => {
    const debits = Array.from({ length: 101 }, (_, place) =>
      debit({ counterpartyName: 'MEHMET DEMIR' }, `debit-${place}`),
    );
    expect(decide(line, { debits: debits.slice(1) }).state).toBe('matched');
    expect(decide(line, { debits }).action).toBeNull();
  });
});

describe('a debit', () => {
  const out = (fields: Partial<MatchableLine>, facts = {}) =>
    decide({ direction: 'debit', counterpartyName: 'MEHMET DEMIR', ...fields }, facts);
  const withdrawals = [makeWithdrawal(), makeWithdrawal({ transactionId: 'f'.repeat(24), state: 'pending' })];

  test('pays the withdrawal that it names, or one of its amount to its IBAN: those that wait first', () => {
    const byId = out({ remittance: [makeWithdrawal().transactionId] }, { withdrawals });
    expect(byId).toMatchObject({ state: 'payout', rule: 'payout-id', action: null });
    const byIban = out({ counterpartyIban: IBAN }, { withdrawals });
    expect(byIban).toMatchObject({ state: 'payout', rule: 'payout-iban', action: null });
    expect(byIban.candidates.map(({ transactionId, rank }) => [transactionId, rank])).toEqual([
      ['f'.repeat(24), 1],
      [makeWithdrawal().transactionId, 2],
    ]);
  });

  test('gives back what it is marked as, or the deposit that it names', () => {
    expect(out({ isReversal: true, counterpartyIban: IBAN }, { withdrawals }).state).toBe('returned');
    const settled = makeDeposit({ state: 'successful', endedAtMs: 1, settledByLineId: 'line-0' });
    const named = out({ remittance: [REFERENCE] }, { deposits: [settled, makeOther()] });
    expect(named).toMatchObject({ state: 'returned', rule: 'sent-back', action: null });
    expect(named.candidates.map(({ transactionId }) => transactionId)).toEqual([settled.transactionId]);
  });

  test('is a fee by its words, or something else', () => {
    expect(out({ counterpartyName: null, remittance: ['EFT masrafı'] }).state).toBe('fee');
    expect(out({ remittance: ['kira'] }).state).toBe('other-debit');
  });
});

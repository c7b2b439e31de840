import { describe, expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import type {
  LineFacts,
  MatchableLine,
  ReceivedMoney,
  TakableMoney,
} from '../../../src/reconciliation/domain/matching/model.ts';
import {
  DAY_MS,
  decide,
  IBAN,
  makeDeposit,
  makeFacts,
  makeLineFacts,
  makeWithdrawal,
  NOW_MS,
  OTHER_IBAN,
  REFERENCE,
} from '../../support/matching.ts';

const SETTLED = makeDeposit({ state: 'successful', endedAtMs: NOW_MS, settledByLineId: 'paid' });
const PAID = makeLineFacts('paid', { counterpartyIban: IBAN, bookingDate: '2026-11-21', valueDate: null });

function receivedBy(credit: LineFacts | null, deposit = SETTLED): ReceivedMoney {
  const { currency, amountMinor } = credit?.line ?? deposit;
  return { credit, deposits: [deposit], currency, amountMinor };
}

/** The decision about a debit of nobody beside what came the day before. */
function takes(debit: Partial<MatchableLine>, takable: Partial<TakableMoney> = {}, facts = {}) {
  const received = [receivedBy(PAID)];
  return decide(
    { direction: 'debit', counterpartyName: null, ...debit },
    { takable: { received, owed: [], ...takable }, ...facts },
  );
}

const owed = [{ currency: 'TRY', amountMinor: 10_050, name: 'Ayşe Yılmaz' }];

describe('a debit without a mark, of the amount of a credit that paid a deposit, waits as returned with that deposit', () => {
  test.each<[string, Partial<MatchableLine>, string[]]>([
    ['to the IBAN of the payer', { counterpartyIban: IBAN }, ['amount-exact', 'iban-own-payer']],
    ['by a name that fits', { counterpartyName: 'YILMAZ AYSE' }, ['amount-exact', 'name']],
  ])('%s', (_, fields, reasons) => {
    const decision = takes(fields);
    expect(decision).toMatchObject({ state: 'returned', rule: 'takes-back', action: null });
    expect(decision.evidence).toEqual([{ code: 'takes-back', lineIds: ['paid'] }]);
    const [candidate, ...others] = decision.candidates;
    expect(others).toEqual([]);
    expect(candidate).toMatchObject({ type: 'deposit', transactionId: SETTLED.transactionId });
    expect(candidate?.reasons.map(({ code }) => code)).toEqual(reasons);
  });

  test.each(['STORNO', 'EFT İPTAL', 'HAVALE IPTALI HATALI GONDERIM', 'Düzeltme', 'TERS KAYIT'])(
    'by a text that says so, where no other credit has the amount: %s',
    (text) => {
      const decision = takes({ remittance: [text] });
      expect(decision).toMatchObject({ state: 'returned', rule: 'takes-back', action: null });
      expect(decision.candidates.map(({ transactionId }) => transactionId)).toEqual([SETTLED.transactionId]);
      const other = receivedBy(makeLineFacts('other'), makeDeposit({ transactionId: 'f'.repeat(24) }));
      const received = [receivedBy(PAID), other];
      expect(takes({ remittance: [text] }, { received }).state).toBe('other-debit');
      expect(takes({ remittance: [text], counterpartyName: 'MEHMET DEMIR' }).state).toBe('other-debit');
    },
  );

  test('also of one that was settled by hand without a line', () => {
    const deposit = makeDeposit({ state: 'successful', endedAtMs: NOW_MS, paidWithoutLineMinor: 10_050 });
    const decision = takes({ counterpartyName: 'AYSE YILMAZ' }, { received: [receivedBy(null, deposit)] });
    expect(decision).toMatchObject({ state: 'returned', rule: 'takes-back', evidence: [] });
    expect(decision.candidates).toHaveLength(1);
  });

  test('also where credit and debit come in one file, and neither is decided yet', () => {
    const credit = makeLineFacts('paid', { remittance: [REFERENCE], counterpartyIban: IBAN });
    const debit = makeLineFacts('debit', { direction: 'debit', counterpartyIban: IBAN, remittance: ['EFT'] });
    const received = [receivedBy(credit, makeDeposit())];
    const decisions = matchLines(
      makeFacts({ lines: [credit, debit], debits: [debit], takable: { received, owed: [] } }),
    );
    expect(decisions.map(({ state, action }) => [state, action])).toEqual([
      ['proposed', null],
      ['returned', null],
    ]);
    expect(decisions[1]?.candidates).toHaveLength(1);
  });
});

describe('no alarm', () => {
  test.each<[string, Partial<MatchableLine>]>([
    ['nobody and nothing says who', {}],
    ['another IBAN and name', { counterpartyIban: OTHER_IBAN, counterpartyName: 'MEHMET DEMIR' }],
    ['another currency', { counterpartyIban: IBAN, currency: 'EUR' }],
    ['another amount', { counterpartyIban: IBAN, amountMinor: 10_051 }],
    ['a day before the credit', { counterpartyIban: IBAN, bookingDate: '2026-11-20' }],
    ['more than ten days after it', { counterpartyIban: IBAN, bookingDate: '2026-12-02' }],
  ])('for %s', (_, fields) => {
    expect(takes(fields).state).toBe('other-debit');
  });

  test('for a credit of another account', () => {
    const received = [receivedBy({ ...PAID, bankAccountId: 'another' })];
    expect(takes({ counterpartyIban: IBAN }, { received }).state).toBe('other-debit');
  });

  test('for a deposit that was settled by hand, and created after the debit', () => {
    const createdAtMs = NOW_MS + 3 * DAY_MS;
    const deposit = makeDeposit({ state: 'successful', createdAtMs, paidWithoutLineMinor: 10_050 });
    const received = [receivedBy(null, deposit)];
    expect(takes({ counterpartyName: 'AYSE YILMAZ' }, { received }).state).toBe('other-debit');
  });

  test('for the own withdrawal of the amount, by its IBAN or, as long as it has no debit, by the name of its payee', () => {
    const withdrawals = [makeWithdrawal({ state: 'pending' })];
    const toIban = takes({ counterpartyIban: IBAN }, { owed }, { withdrawals });
    expect(toIban).toMatchObject({ state: 'payout', rule: 'payout-iban' });
    expect(takes({ counterpartyName: 'AYSE YILMAZ' }, { owed }).state).toBe('other-debit');
    const euros = owed.map((one) => ({ ...one, currency: 'EUR' }));
    expect(takes({ counterpartyName: 'AYSE YILMAZ' }, { owed: euros }).state).toBe('returned');
  });

  test('for a refund that waits for its debit, or a fee', () => {
    const sentRefunds = [{ currency: 'TRY', amountMinor: 10_050 }];
    expect(takes({ counterpartyIban: IBAN }, {}, { sentRefunds }).rule).toBe('refund-amount');
    expect(takes({ remittance: ['EFT UCRETI IPTAL'] }).state).toBe('fee');
  });
});

import { describe, expect, test } from 'vitest';
import type { LineFacts, MatchableLine, MatchFacts } from '../../../src/domain/matching/model.ts';
import {
  decide,
  IBAN,
  makeDeposit,
  makeLineFacts,
  makeWithdrawal,
  OTHER_IBAN,
  REFERENCE,
} from '../../support/matching.ts';

const NOBODY = { counterpartyIban: null, counterpartyName: null } as const;
const WAITS = { state: 'proposed', action: null, evidence: [{ code: 'taken-back', byLineId: 'out' }] };
/** Somebody with the first name of the payer, Ayşe Yılmaz, to whom the amount was paid out. */
const DEMIR = makeWithdrawal({ name: 'Ayşe Demir', iban: OTHER_IBAN });

function out(line: Partial<MatchableLine>, lineId = 'out'): LineFacts {
  return makeLineFacts(lineId, { direction: 'debit', ...NOBODY, ...line });
}

/** Decides about a payment by Ayşe Yılmaz with the right reference, of an account that the bank does not print. */
function decideBeside(
  debit: Partial<MatchableLine>,
  { line = {}, ...facts }: Partial<MatchFacts> & { readonly line?: Partial<MatchableLine> } = {},
) {
  const given = { moneyOut: [out(debit)], withdrawals: [DEMIR], ...facts };
  return decide({ remittance: [REFERENCE], ...line }, given);
}

const IN_TEXT = { remittance: ['GIDEN FAST AYSE DEMIR'] };
const TO_ACCOUNT = { counterpartyIban: OTHER_IBAN, counterpartyName: 'AYSE DEMIR' };

describe('beside a payout to somebody who shares one word with the payer, a right reference settles', () => {
  test.each([
    ['with the whole name of the payee in the text', IN_TEXT, DEMIR],
    ['to the account of the payee', TO_ACCOUNT, DEMIR],
    ['to that account, the name cut', { ...TO_ACCOUNT, counterpartyName: 'AYSE' }, DEMIR],
    ['with the name of the payee and no account', { ...TO_ACCOUNT, counterpartyIban: null }, DEMIR],
    [
      'with the surname of the payer',
      { remittance: ['MEHMET YILMAZ'] },
      makeWithdrawal({ name: 'Mehmet Yılmaz', iban: OTHER_IBAN }),
    ],
  ])('%s', (_, debit, withdrawal) => {
    expect(decideBeside(debit, { withdrawals: [withdrawal] }).state).toBe('matched');
  });

  test('of two such payouts, where there are two withdrawals', () => {
    const moneyOut = [out(IN_TEXT), out(IN_TEXT, 'out-2')];
    const withdrawals = [DEMIR, { ...DEMIR, transactionId: '6741a00000000000000000fe' }];
    expect(decideBeside({}, { moneyOut, withdrawals }).state).toBe('matched');
  });

  test('of companies, whatever their forms have in common', () => {
    const company = makeWithdrawal({ name: 'Çınar Gıda Ltd. Şti.', iban: OTHER_IBAN });
    const deposit = makeDeposit({ name: 'Meşe Tekstil Ltd. Şti.' });
    const debit = { remittance: ['CINAR GIDA LIMITED SIRKETI'] };
    const facts = { withdrawals: [company], deposits: [deposit] };
    const line = { counterpartyName: 'MESE TEKSTIL LTD STI' };
    expect(decideBeside(debit, { ...facts, line }).state).toBe('matched');
  });
});

describe('but it waits', () => {
  const named = (name: string) => makeWithdrawal({ name, iban: OTHER_IBAN });
  const CASES: readonly (readonly [string, Partial<MatchableLine>, Parameters<typeof decideBeside>[1]])[] = [
    ['where the bank prints no payer', IN_TEXT, { line: { counterpartyName: null } }],
    [
      'where it prints the payer with an initial',
      { remittance: ['MEHMET YILMAZ'] },
      { line: { counterpartyName: 'A YILMAZ' }, withdrawals: [named('Mehmet Yılmaz')] },
    ],
    ['where it prints the first name alone', IN_TEXT, { line: { counterpartyName: 'AYSE' } }],
    ['where it prints another payer', IN_TEXT, { line: { counterpartyName: 'AYSE KAYA' } }],
    [
      'where it prints the name as long as banks cut names',
      { remittance: ['MUHAMMED DEMIR'] },
      {
        line: { counterpartyName: 'MUHAMMED MUSTAFA KARADENIZ' },
        deposits: [makeDeposit({ name: 'Muhammed Mustafa Karadeniz' })],
        withdrawals: [named('Muhammed Demir')],
      },
    ],
    ['where no withdrawal is for that person', IN_TEXT, { withdrawals: [] }],
    ['where it is of another amount', IN_TEXT, { withdrawals: [{ ...DEMIR, amountMinor: 10_000 }] }],
    ['where it was rejected', IN_TEXT, { withdrawals: [{ ...DEMIR, state: 'rejected' }] }],
    ['where the payee was forgotten', IN_TEXT, { withdrawals: [{ ...DEMIR, name: null, iban: null }] }],
    ['where the payee is named in part', { remittance: ['GIDEN FAST AYSE D'] }, {}],
    ['where the words of the payee stand apart', { remittance: ['AYSE EFT DEMIR'] }, {}],
    ['where the payer is named too', { remittance: ['AYSE DEMIR AYSE YILMAZ'] }, {}],
    ['where the surname of the payer stands there too', { remittance: ['AYSE DEMIR YILMAZ'] }, {}],
    ['where it went to another account', { ...TO_ACCOUNT, counterpartyIban: IBAN }, {}],
    [
      'where the text of the line can name the payee',
      IN_TEXT,
      { line: { remittance: [`A. DEMIR ${REFERENCE}`] } },
    ],
    ['where the money is for the payee', IN_TEXT, { line: { ultimateName: 'AYSE DEMIR' } }],
    [
      'where the payee has both surnames',
      { remittance: ['AYSE DEMIR'] },
      { withdrawals: [named('Ayşe Demir Yılmaz'), named('Ayşe Yılmaz Demir')] },
    ],
    [
      'where two words of two long names are the same',
      { remittance: ['AYSE NUR DEMIR'] },
      {
        line: { counterpartyName: 'AYSE NUR YILMAZ' },
        deposits: [makeDeposit({ name: 'Ayşe Nur Yılmaz' })],
        withdrawals: [named('Ayşe Nur Demir')],
      },
    ],
    [
      'where the payee is called as banks write beside a name that is cut',
      { remittance: ['GIDEN FAST AYSE'] },
      { withdrawals: [named('Fast Ayşe')] },
    ],
    [
      'where only an initial tells them apart',
      { remittance: ['AYSE N'] },
      { withdrawals: [named('Ayşe N')] },
    ],
    [
      'where two payments went to the payee of one withdrawal',
      IN_TEXT,
      { moneyOut: [out(IN_TEXT), out(TO_ACCOUNT, 'out-2')] },
    ],
    ['where the money out names the deposit', { ...TO_ACCOUNT, remittance: [`geri ${REFERENCE}`] }, {}],
    [
      'where the money out is a return',
      { ...IN_TEXT, isReversal: true },
      { otherLines: [out({ ...IN_TEXT, isReversal: true })] },
    ],
  ];
  test.each(CASES)('%s', (_, debit, more) => {
    expect(decideBeside(debit, more)).toMatchObject(WAITS);
  });

  test('where a payee is called as banks write in any text, whoever else the payer is', () => {
    const withdrawals = [makeWithdrawal({ name: 'Giden Fast', iban: OTHER_IBAN })];
    expect(decideBeside({ remittance: ['GIDEN FAST'] }, { withdrawals })).toMatchObject(WAITS);
    const line = { counterpartyName: null };
    expect(decideBeside({ remittance: ['GIDEN FAST'] }, { withdrawals, line })).toMatchObject(WAITS);
  });

  test('where two lower payments went to the payer, and one withdrawal asks for that', () => {
    const lower = { counterpartyIban: IBAN, amountMinor: 10_000 };
    const facts = {
      withdrawals: [makeWithdrawal({ amountMinor: 10_000 })],
      line: { counterpartyIban: IBAN },
    };
    expect(decideBeside(lower, facts).state).toBe('matched');
    const moneyOut = [out(lower), out(lower, 'out-2')];
    expect(decideBeside(lower, { ...facts, moneyOut })).toMatchObject(WAITS);
    const second = { transactionId: '6741a00000000000000000fe' };
    const withdrawals = [...facts.withdrawals, makeWithdrawal({ amountMinor: 10_000, ...second })];
    expect(decideBeside(lower, { ...facts, moneyOut, withdrawals }).state).toBe('matched');
  });
});

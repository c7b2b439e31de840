import { describe, expect, test } from 'vitest';
import type { LineFacts, MatchableLine, MatchFacts } from '../../../src/domain/matching/model.ts';
import {
  decide,
  IBAN,
  makeDeposit,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  OTHER_IBAN,
  OTHER_REFERENCE,
  REFERENCE,
} from '../../support/matching.ts';

const NOBODY = { counterpartyIban: null, counterpartyName: null } as const;
const TAKEN_BACK = { state: 'proposed', action: null, evidence: [{ code: 'taken-back', byLineId: 'out' }] };

function out(line: Partial<MatchableLine>): LineFacts {
  return makeLineFacts('out', { direction: 'debit', ...NOBODY, ...line });
}

/** Decides about a payment by Ayşe Yılmaz with the right reference, beside money out without a mark. */
function decideBeside(
  debit: Partial<MatchableLine>,
  { line = {}, ...facts }: Partial<MatchFacts> & { readonly line?: Partial<MatchableLine> } = {},
) {
  return decide({ remittance: [REFERENCE], ...line }, { moneyOut: [out(debit)], ...facts });
}

/** The same beside money out that is marked as a return. */
function decideBesideReturn(debit: Partial<MatchableLine>, line: Partial<MatchableLine> = {}) {
  const otherLines = [out({ remittance: ['IADE'], ...debit })];
  return decide({ remittance: [REFERENCE], ...line }, { otherLines });
}

describe('money out holds a payment of the amount although its name is not that of the payer, where', () => {
  test.each([
    ['a bank stands there and the payer in the text', 'ZIRAAT BANKASI', 'AYSE YILMAZ GERI GONDERIM'],
    ['somebody stands there and a word of the payer in the text', 'MEHMET DEMIR', 'YILMAZ ICIN'],
    ['words of the bank stand there', 'GIDEN FAST', ''],
    ['it is masked', 'AY** YI***', ''],
    ['its words are written as one', 'AYSEYILMAZ', ''],
    ['a letter is broken and the end is cut', 'AY?E YILMA', ''],
  ])('%s', (_, counterpartyName, text) => {
    const debit = { counterpartyName, remittance: [text] };
    expect(decideBeside(debit)).toMatchObject(TAKEN_BACK);
    expect(decideBesideReturn({ counterpartyName, remittance: ['IADE', text] })).toMatchObject(TAKEN_BACK);
  });

  test.each([
    'AYSE YILMAZ HAVALE MASRAF DAHIL',
    'Fast ücreti dahil Yılmaz Ayşe',
    'EFT UCRETI DAHIL Айше Йылмаз',
  ])('nothing stands there, and a word of fees beside the payer: %s', (text) => {
    expect(decideBeside({ remittance: [text] })).toMatchObject(TAKEN_BACK);
  });

  test('a word of fees stands beside a name of another script', () => {
    const debit = { counterpartyName: 'Айше Йылмаз', remittance: ['EFT masrafı dahil'] };
    expect(decideBeside(debit)).toMatchObject(TAKEN_BACK);
  });

  test.each(['EFT masrafı + BSMV', 'HESAP ISLETIM UCRETI 2026/11', 'Komisyon tahsilatı'])(
    'but a fee that names nobody does not: %s',
    (text) => {
      expect(decideBeside({ remittance: [text] }).state).toBe('matched');
    },
  );

  test('it has the words of a payer who is not the user as one', () => {
    const line = { counterpartyName: 'ALI VELI' };
    expect(decideBeside({ counterpartyName: 'ALIVELI' }, { line })).toMatchObject(TAKEN_BACK);
  });

  test('but not where somebody else stands there alone', () => {
    const debit = { counterpartyName: 'MEHMET DEMIR' };
    expect(decideBeside(debit).state).toBe('matched');
    expect(decideBesideReturn(debit).state).toBe('matched');
  });
});

test('a return to another account of the payer holds the payment, and one to somebody else does not', () => {
  const line = { counterpartyIban: IBAN };
  const back = { counterpartyIban: OTHER_IBAN };
  expect(decideBesideReturn({ ...back, counterpartyName: 'AYSE YILMAZ' }, line)).toMatchObject(TAKEN_BACK);
  expect(decideBesideReturn({ ...back, counterpartyName: 'AYSE DEMIR' }, line).state).toBe('matched');
});

test('money out whose texts are not read whole is explained by no payee and by no other deposit', () => {
  const long = 'x '.repeat(500);
  const facts = {
    withdrawals: [makeWithdrawal({ name: 'Mehmet Demir', iban: OTHER_IBAN })],
    deposits: [makeDeposit(), makeOther()],
  };
  for (const text of ['MEHMET DEMIR', OTHER_REFERENCE]) {
    expect(decideBeside({ remittance: [text] }, facts).state).toBe('matched');
    expect(decideBeside({ remittance: [text, long, 'AYSE YILMAZ'] }, facts)).toMatchObject(TAKEN_BACK);
  }
  const otherLines = [out({ remittance: ['IADE', OTHER_REFERENCE, long] })];
  expect(decide({ remittance: [REFERENCE] }, { ...facts, otherLines })).toMatchObject(TAKEN_BACK);
});

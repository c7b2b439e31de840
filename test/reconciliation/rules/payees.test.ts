import { describe, expect, test } from 'vitest';
import type { LineFacts, MatchableLine, MatchFacts } from '../../../src/domain/matching/model.ts';
import { decide, makeLineFacts, makeWithdrawal, OTHER_IBAN, REFERENCE } from '../../support/matching.ts';

const NOBODY = { counterpartyIban: null, counterpartyName: null } as const;
const WAITS = { state: 'proposed', action: null, evidence: [{ code: 'taken-back', byLineId: 'out' }] };

function out(line: Partial<MatchableLine>, lineId = 'out'): LineFacts {
  return makeLineFacts(lineId, { direction: 'debit', ...NOBODY, ...line });
}

/** Decides about a payment by Ayşe Yılmaz with the right reference, of an account that the bank does not print. */
function decideBeside(
  debit: Partial<MatchableLine>,
  { line = {}, ...facts }: Partial<MatchFacts> & { readonly line?: Partial<MatchableLine> } = {},
) {
  return decide({ remittance: [REFERENCE], ...line }, { moneyOut: [out(debit)], ...facts });
}

describe('a payment waits beside money out with a word of its payer, although it can be a payout to somebody else:', () => {
  const named = (name: string) => [makeWithdrawal({ name, iban: OTHER_IBAN })];
  test.each([
    ['a payee with her first name', 'GIDEN FAST AYSE DEMIR', 'Ayşe Demir'],
    [
      'an initial, and a branch that is called as a payee',
      'GIDEN FAST A.YILMAZ FATIH SB SORGU 998',
      'Fatih Yılmaz',
    ],
    ['a masked first name, and that branch', 'GIDEN FAST A*** YILMAZ FATIH SUBESI', 'Fatih Yılmaz'],
    ['letters that the bank has broken', 'GIDEN FAST AY?E YILMAZ FATIH SB', 'Fatih Yılmaz'],
  ])('%s', (_, text, payee) => {
    expect(decideBeside({ remittance: [text] }, { withdrawals: named(payee) })).toMatchObject(WAITS);
  });

  test('an account of two, which the bank prints with the other holder', () => {
    const debit = { counterpartyIban: null, counterpartyName: 'FATIH YILMAZ' };
    expect(decideBeside(debit, { withdrawals: named('Fatih Yılmaz') })).toMatchObject(WAITS);
  });
});

test('a payee who is called as banks write in any text explains no money out, whoever else the payer is', () => {
  const withdrawals = [makeWithdrawal({ name: 'Giden Fast', iban: OTHER_IBAN })];
  expect(decideBeside({ remittance: ['GIDEN FAST'] }, { withdrawals })).toMatchObject(WAITS);
  const line = { counterpartyName: null };
  expect(decideBeside({ remittance: ['GIDEN FAST'] }, { withdrawals, line })).toMatchObject(WAITS);
});

import { describe, expect, test } from 'vitest';
import { foldLetters } from '../../../src/domain/fold-letters.ts';
import type { KnownPayer, MatchableLine, MatchFacts } from '../../../src/domain/matching/model.ts';
import { gradeName, readName } from '../../../src/domain/matching/names.ts';
import {
  DAY_MS,
  decide,
  HOUR_MS,
  IBAN,
  makeDeposit,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  NOW_MS,
  OTHER_IBAN,
  OTHER_REFERENCE,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

test('letters are folded the same in every locale and spelling', () => {
  expect(foldLetters('ışıl İĞÜŞÖÇ ğüşöç âîû')).toBe('ISIL IGUSOC GUSOC AIU');
  expect(foldLetters('IŞIL i̇')).toBe('ISIL I');
  expect(foldLetters('Groß Ærø Łódź')).toBe('GROSS AERO LODZ');
});

describe('names are graded', () => {
  const CUT = 'MUHAMMED MUSTAFA KARADENI'; // 25 characters.
  test.each([
    ['exact', 'Ayşe Nur Yılmaz', 'YILMAZ AYSE NUR'],
    ['exact', 'Çınar Gıda San. ve Tic. Ltd. Şti.', 'CINAR GIDA SANAYI TICARET LIMITED SIRKETI'],
    ['exact', 'Çınar A.Ş.', 'CINAR ANONIM SIRKETI'],
    ['compatible', 'Ayşe Nur Yılmaz', 'AYSE YILMAZ'],
    ['compatible', 'Mehmet Ali Öztürk', 'M. A. OZTURK'],
    ['compatible', 'Muhammed Mustafa Karadeniz', CUT],
    ['compatible', 'Ayşenur Yılmaz', 'AYSE NUR YILMAZ'],
    ['compatible', 'Çınar Gıda Ltd. Şti.', 'CINAR GIDA'],
    ['maybe', 'Gülşah Yılmaz', 'GUELSAH YILMAZ'],
    ['maybe', '李 Ahmet Yılmaz', 'AHMET YILMAZ'],
    ['no', 'Mehmet Yılmaz', 'MEHMET YILDIZ'],
    ['no', 'Mehmet Kaya', 'MEHMET KARA'],
    ['no', 'Mehmet Arslan', 'MEHMET ASLAN'],
    ['no', 'Hasan Çelik', 'HASAN CETIN'],
    ['no', 'Emine Şahin', 'EMRE SAHIN'],
    ['no', 'Ahmet Yılmaz', 'YILMAZ'],
    ['no', 'Ahmet Yılmaz', 'AHMET Y'],
    ['no', '李雷', '王伟'],
  ])('%s: %s and %s', (grade, expected, printed) => {
    expect(gradeName(readName(expected), readName(printed))).toBe(grade);
  });
});

const KNOWN: KnownPayer = {
  clientId: 'client',
  userId: 'user',
  name: 'Ayşe Yılmaz',
  iban: IBAN,
  source: 'operator',
};
const NAME_RULE = withPolicy({ nameRule: 'ibanOrAmount' });

/** The rule that decides about a payment from a known IBAN. */
function ruleOf(line: Partial<MatchableLine> = {}, facts: Partial<MatchFacts> = {}) {
  const payment = { counterpartyIban: IBAN, ...line };
  return decide(payment, { ...NAME_RULE, knownPayers: [KNOWN], ...facts }).rule;
}

describe('an exact name with a second proof settles where the policy says so', () => {
  test('with an IBAN from which the user has paid', () => {
    expect(ruleOf()).toBe('name-iban');
    expect(ruleOf({ counterpartyName: 'YILMAZ AYSE' })).toBe('name-iban');
    expect(ruleOf({}, withPolicy({}))).toBe('ranked');
  });

  test('with an odd amount that no other deposit has, never with a round one', () => {
    const alone = { knownPayers: [] };
    expect(ruleOf({}, alone)).toBe('name-amount');
    const round = { ...alone, deposits: [makeDeposit({ amountMinor: 10_000 })] };
    expect(ruleOf({ amountMinor: 10_000 }, round)).toBe('ranked');
    expect(ruleOf({}, { ...alone, deposits: [makeDeposit(), makeOther()] })).toBe('ranked');
    const namesake = makeOther({ name: 'Ayşe Yılmaz', amountMinor: 99_999 });
    expect(ruleOf({}, { ...alone, deposits: [makeDeposit(), namesake] })).toBe('ranked');
  });

  test('not from another IBAN than the known ones, nor from one of somebody else', () => {
    expect(ruleOf({ counterpartyIban: OTHER_IBAN })).toBe('ranked');
    const somebody = { ...KNOWN, userId: 'somebody', name: 'Mehmet Demir' };
    expect(ruleOf({}, { knownPayers: [KNOWN, somebody] })).toBe('ranked');
    expect(ruleOf({}, { knownPayers: [somebody] })).toBe('ranked');
    expect(ruleOf({}, { knownPayers: [KNOWN, { ...KNOWN, userId: 'twin' }] })).toBe('ranked');
    // The account of a family or a company, by which another merchant knows somebody else.
    const elsewhere = { ...KNOWN, clientId: 'another', userId: 'another', name: 'Mehmet Demir' };
    expect(ruleOf({}, { knownPayers: [KNOWN, elsewhere] })).toBe('ranked');
    expect(ruleOf({}, { knownPayers: [KNOWN, { ...elsewhere, name: KNOWN.name }] })).toBe('name-iban');
    const iban = withPolicy({ nameRule: 'iban' });
    expect(ruleOf({}, { ...iban, knownPayers: [{ ...elsewhere, name: KNOWN.name }] })).toBe('ranked');
    expect(ruleOf({}, { ...iban, knownPayers: [] })).toBe('ranked');
  });

  test.each(['compatible', 'maybe'])('not with a name that is only %s', (grade) => {
    const name = grade === 'compatible' ? 'A. YILMAZ' : 'AYSE YILMAS';
    expect(ruleOf({ counterpartyName: name })).toBe('ranked');
  });

  test.each([
    ['as long as a bank cuts names', 'Muhammed Mustafa Karadeni'],
    ['of more words than are read', 'Ada Bora Can Deniz Ece Fatih Gonca Hale Isa Jale Kaan Lale Mert'],
    ['with letters of another script', 'Ayşe Юлия Yılmaz'],
  ])('not with a name %s, although all of it is the same', (_, name) => {
    expect(ruleOf({ counterpartyName: name }, { deposits: [makeDeposit({ name })] })).toBe('ranked');
  });

  test('not if another deposit of the amount could be meant: of any client, any state, a near name, no name', () => {
    for (const other of [
      { name: 'Ayşe Yılmaz' },
      { name: 'Ayşe Nur Yılmaz', clientId: 'another' },
      { name: 'Ayşe Yılmaz', state: 'successful', endedAtMs: NOW_MS } as const,
      { name: 'Ayşe Yılmaz', state: 'cancelled', endedAtMs: NOW_MS } as const,
      { name: null },
    ])
      expect(ruleOf({}, { deposits: [makeDeposit(), makeOther(other)] })).toBe('ranked');
    expect(ruleOf({}, { deposits: [makeDeposit(), makeOther()] })).toBe('name-iban');
  });

  test('not if another line of the amount could be meant, even a pending, a held or a nameless one', () => {
    for (const other of [
      {},
      { status: 'pending' } as const,
      { counterpartyName: null },
      { counterpartyName: 'MEHMET DEMIR', ultimateName: 'AYSE YILMAZ' },
    ])
      expect(ruleOf({}, { otherLines: [makeLineFacts('other', other)] })).toBe('ranked');
    const stranger = { counterpartyName: 'MEHMET DEMIR' };
    const held = { ...makeLineFacts('other', {}), isHeld: true };
    expect(ruleOf({}, { otherLines: [held] })).toBe('ranked');
    expect(ruleOf({}, { otherLines: [makeLineFacts('other', stranger)] })).toBe('name-iban');
    const forUser = { ...stranger, remittance: ['Ayşe Yılmaz adına'] };
    expect(ruleOf({}, { otherLines: [makeLineFacts('other', forUser)] })).toBe('ranked');
    const byReference = { ...stranger, remittance: [REFERENCE], amountMinor: 5 };
    expect(ruleOf({}, { otherLines: [makeLineFacts('other', byReference)] })).toBe('ranked');
  });

  test('not if the payer means somebody else, or wrote any reference', () => {
    expect(ruleOf({ ultimateName: 'MEHMET DEMIR' })).toBe('ranked');
    expect(ruleOf({ remittance: ['Mehmet adına'] })).toBe('ranked');
    expect(ruleOf({ remittance: [OTHER_REFERENCE] })).toBe('ranked');
    const near = `0${OTHER_REFERENCE.slice(1)}`;
    expect(ruleOf({ remittance: [near] }, { deposits: [makeDeposit(), makeOther({ amountMinor: 1 })] })).toBe(
      'ranked',
    );
  });

  test('not for a deposit of another account, or in another currency', () => {
    for (const fields of [{ bankAccountId: 'other' }, { currency: 'EUR' }])
      expect(ruleOf({}, { deposits: [makeDeposit(fields)] }), JSON.stringify(fields)).toBe('nothing-fits');
  });

  test('not outside the time window', () => {
    expect(ruleOf({}, { deposits: [makeDeposit({ createdAtMs: NOW_MS - 2 * DAY_MS })] })).toBe('ranked');
    expect(ruleOf({}, { deposits: [makeDeposit({ createdAtMs: NOW_MS + 2 * DAY_MS })] })).toBe('ranked');
    expect(ruleOf({ bookingDate: null, valueDate: null })).toBe('ranked');
  });

  test('not if the deposit has ended, or the money can be a withdrawal that came back, or is taken back', () => {
    const ended = makeDeposit({ state: 'expired', endedAtMs: NOW_MS - HOUR_MS });
    expect(ruleOf({}, { deposits: [ended] })).toBe('ranked');
    const namesake = { iban: OTHER_IBAN, name: 'Ayşe Nur Yılmaz' };
    const sameAccount = { iban: IBAN, name: 'Mehmet Demir' };
    const forgotten = { iban: null, name: null };
    for (const withdrawal of [namesake, sameAccount, forgotten])
      expect(ruleOf({}, { withdrawals: [makeWithdrawal(withdrawal)] }), JSON.stringify(withdrawal)).toBe(
        'ranked',
      );
    const stranger = makeWithdrawal({ iban: OTHER_IBAN, name: 'Mehmet Demir' });
    expect(ruleOf({}, { withdrawals: [stranger] })).toBe('name-iban');
    const back = makeLineFacts('back', { direction: 'debit', isReversal: true, counterpartyIban: IBAN });
    expect(ruleOf({}, { otherLines: [back] })).toBe('ranked');
  });
});

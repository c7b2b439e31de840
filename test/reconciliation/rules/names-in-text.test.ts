import { describe, expect, test } from 'vitest';
import { readName } from '../../../src/domain/matching/names.ts';
import { gradeInText, readText } from '../../../src/domain/matching/names-in-text.ts';
import {
  codesOf,
  decide,
  IBAN,
  makeDeposit,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

describe('names are looked for in texts', () => {
  test.each([
    ['exact', 'Mehmet Demir', `MEHMET DEMIR ${REFERENCE}`],
    ['exact', 'Mehmet Demir', `${REFERENCE} DEMIR MEHMET FAST`],
    ['exact', 'Ayşe Nur Yılmaz', `FAST*YILMAZ AYSE NUR*${REFERENCE}`],
    ['exact', 'Çınar Gıda Ltd. Şti.', `CINAR GIDA LIMITED SIRKETI ${REFERENCE}`],
    ['compatible', 'Mehmet Ali Demir', `MEHMET DEMIR ${REFERENCE}`],
    ['compatible', 'Mehmet Demir', `MEHMET ALI DEMIR ${REFERENCE}`],
    ['compatible', 'Mehmet Demir', `M. DEMIR ${REFERENCE}`],
    ['compatible', 'Muhammed Mustafa Karadeniz', `MUHAMMED MUSTAFA KARADENI ${REFERENCE}`],
    ['compatible', 'Çınar Gıda Ltd. Şti.', `CINAR GIDA ${REFERENCE}`],
    ['compatible', 'Mehmet Demir', `DEMIR M. ${REFERENCE}`],
    ['no', 'Mehmet Demir', `MEHMET ${REFERENCE}`],
    ['no', 'Mehmet Demir', `MEH DEMIR ${REFERENCE}`],
    ['no', 'Muhammed Karadeniz', `FAST KARADEN MUHAMMED ${REFERENCE}`],
    ['no', 'Mehmet Demir', `MEHMET DEM ${REFERENCE}`],
    ['no', 'Mehmet Demir', `MEHMET CELIK ${REFERENCE} TAMAM ODEME KAYA DEMIR`],
    ['no', 'Mehmet Demir', `A. DEMIR ${REFERENCE}`],
    ['no', 'Mehmet Demir', `MEHMET DEMIRCI ${REFERENCE}`],
    ['no', 'Mehmet', `MEHMET ${REFERENCE}`],
    ['no', 'Mehmet Demir', ''],
  ] as const)('%s: %s in "%s"', (grade, name, text) => {
    expect(gradeInText(readName(name), readText(text))).toBe(grade);
  });

  test('the words behind the first hundreds are not read', () => {
    const many = 'ODEME '.repeat(700);
    expect(gradeInText(readName('Mehmet Demir'), readText(`${many}MEHMET DEMIR`))).toBe('no');
  });
});

/** Money that names the deposit of Ayşe Yılmaz, beside that of Mehmet Demir of the same amount. */
const both = { deposits: [makeDeposit(), makeOther()] };
const decideText = (text: string, name: string | null = null, facts: Parameters<typeof decide>[1] = both) =>
  decide({ counterpartyName: name, remittance: [text] }, facts);
const STOPPED = { state: 'proposed', action: null };
const ANOTHER = { code: 'names-another', transactionId: makeOther().transactionId };

describe('a right reference settles nothing where the text names the user of another deposit of the amount', () => {
  test.each([
    ['as banks print it', `MEHMET DEMIR ${REFERENCE}`],
    ['with the surname first', `DEMIR MEHMET ${REFERENCE}`],
    ['with an initial', `M. DEMIR ${REFERENCE}`],
    ['behind the reference', `${REFERENCE} FAST MEHMET DEMIR`],
    ['beside the name of the own user', `MEHMET DEMIR AYSE YILMAZ adina ${REFERENCE}`],
  ])('%s', (_, text) => {
    const decision = decideText(text);
    expect(decision).toMatchObject(STOPPED);
    expect(decision.evidence).toEqual([ANOTHER]);
    expect(decision.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
  });

  test('nor where the bank names a stranger, or the own user, as the payer', () => {
    for (const name of ['ALI KAYA', 'AYSE YILMAZ'])
      expect(decideText(`Mehmet Demir adina ${REFERENCE}`, name)).toMatchObject(STOPPED);
  });

  test('nor where the bank says that the money is for that user', () => {
    const line = { remittance: [REFERENCE], counterpartyName: 'ALI KAYA', ultimateName: 'MEHMET DEMIR' };
    expect(decide(line, both).evidence).toEqual([ANOTHER]);
  });

  test('nor where that deposit has ended, or was settled by hand with the amount', () => {
    for (const fields of [
      { state: 'expired', endedAtMs: NOW_MS },
      { state: 'successful', endedAtMs: NOW_MS, amountMinor: 9_000, paidWithoutLineMinor: 10_050 },
    ] as const) {
      const facts = { deposits: [makeDeposit(), makeOther(fields)] };
      expect(decideText(`MEHMET DEMIR ${REFERENCE}`, null, facts)).toMatchObject(STOPPED);
    }
  });

  test('nor where the own name is a part of the one in the text', () => {
    const deposits = [makeDeposit({ name: 'Ahmet Yılmaz' }), makeOther({ name: 'Ahmet Can Yılmaz' })];
    for (const text of ['AHMET CAN YILMAZ', 'YILMAZ AHMET CAN'])
      expect(decideText(`${text} ${REFERENCE}`, null, { deposits })).toMatchObject(STOPPED);
    expect(decideText(`AHMET CAN YILMAZ ${OTHER_REFERENCE}`, null, { deposits }).state).toBe('matched');
    expect(decideText(`YILMAZ AHMET CAN ${OTHER_REFERENCE}`, null, { deposits }).state).toBe('matched');
  });

  test('late money and money within a tolerance wait too', () => {
    const ended = makeDeposit({ state: 'expired', endedAtMs: NOW_MS });
    const text = `MEHMET DEMIR ${REFERENCE}`;
    const late = { deposits: [ended, makeOther({ state: 'cancelled', endedAtMs: NOW_MS })] };
    for (const policy of ['accept', 'return'] as const)
      expect(decideText(text, null, { ...late, ...withPolicy({ late: policy }) }).state).toBe('late');
    const tolerant = withPolicy({ overpaidToleranceMinor: 100 });
    const less = { deposits: [makeDeposit({ amountMinor: 10_000 }), makeOther()], ...tolerant };
    expect(codesOf(decideText(text, null, less))).toContain('fits-another');
  });
});

describe('but it settles', () => {
  test.each([
    ['where the text names the own user', `AYSE YILMAZ ${REFERENCE}`, null],
    [
      'where it names the own user whole, and the other one by an initial',
      `AYSE YILMAZ M. DEMIR ${REFERENCE}`,
      null,
    ],
    ['where it names a stranger', `ALI KAYA ${REFERENCE}`, null],
    [
      'where the bank names the own user, and the text the other one by an initial',
      `${REFERENCE} M. DEMIR`,
      'AYSE YILMAZ',
    ],
    ['where it has a first name only', `Mehmet ${REFERENCE}`, null],
  ])('%s', (_, text, name) => {
    expect(decideText(text, name)).toMatchObject({ state: 'matched', rule: 'reference-exact' });
  });

  test('where the other deposit is of a namesake, of another amount or of another account', () => {
    const text = `AYSE YILMAZ ${REFERENCE}`;
    const namesake = makeOther({ name: 'Ayşe Yılmaz' });
    expect(decideText(text, null, { deposits: [makeDeposit(), namesake] }).state).toBe('matched');
    for (const fields of [{ amountMinor: 10_051 }, { bankAccountId: 'other' }]) {
      const facts = { deposits: [makeDeposit(), makeOther(fields)] };
      expect(decideText(`MEHMET DEMIR ${REFERENCE}`, null, facts).state).toBe('matched');
    }
  });
});

test('a name settles nothing where the text names the user of another deposit of the amount', () => {
  const { clientId, userId } = makeDeposit();
  const payer = { clientId, userId, name: 'Ayşe Yılmaz', iban: IBAN, source: 'operator' } as const;
  const facts = { ...both, ...withPolicy({ nameRule: 'iban' }), knownPayers: [payer] };
  const line = { counterpartyIban: IBAN, remittance: ['kira'] };
  expect(decide(line, facts).rule).toBe('name-iban');
  expect(decide({ ...line, remittance: ['kira Mehmet Demir'] }, facts).action).toBeNull();
});

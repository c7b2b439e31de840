import { describe, expect, it } from 'vitest';
import { bankFileProfile, checkBankFileProfile } from '../../src/payouts/files/bank-file-profile.ts';
import { tableProfile } from '../support/payouts/payout-batch.ts';

const ISO = { id: 'x', title: 'X' };
const COLUMNS = [
  { header: 'A', value: 'amount' },
  { header: 'I', value: 'iban' },
  { header: 'N', value: 'name' },
];
const CSV = { ...ISO, format: 'csv', columns: COLUMNS };
const XLSX = { ...CSV, format: 'xlsx' };
const withColumn = (column: unknown) => ({ ...CSV, columns: [...COLUMNS, column] });

function sentences(given: unknown): readonly string[] {
  const checked = checkBankFileProfile(given);
  return 'problems' in checked ? checked.problems.map(({ message }) => message) : [];
}

describe('a bank file profile', () => {
  it('is pain.001.001.09 with the characters of SEPA unless it says otherwise', () => {
    expect(bankFileProfile.parse(ISO)).toEqual({
      ...ISO,
      format: 'pain.001.001.09',
      characters: 'sepa',
      maxName: 70,
      maxText: 140,
      maxRows: 1_000_000,
      maxRowsPerGroup: 1_000_000,
      agent: 'not-provided',
      batchBooking: null,
      charges: null,
      priority: null,
      serviceLevel: null,
      controlSum: { group: true, payment: true },
    });
  });

  it.each([ISO, CSV, XLSX])('says the same once it was stored: %o', (given) => {
    const profile = bankFileProfile.parse(given);
    expect(bankFileProfile.parse(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  });

  it.each<readonly [unknown, string]>([
    [
      { ...ISO, id: 'X y' },
      'id must have at most 40 small letters, digits and hyphens, a letter or digit first. It is "X y".',
    ],
    [
      { ...ISO, format: 'pdf' },
      'format must be one of pain.001.001.09, pain.001.001.03, csv, xlsx. It is "pdf".',
    ],
    [{ ...ISO, agent: 'swift' }, 'agent must be one of bic, not-provided, omit. It is "swift".'],
    [{ ...ISO, charges: 'OUR' }, 'charges must be one of SLEV, SHAR, DEBT, CRED. It is "OUR".'],
    [
      { ...ISO, serviceLevel: 'sepa' },
      'serviceLevel must be a code of up to four capitals and digits, such as SEPA. It is "sepa".',
    ],
    [
      { ...ISO, serviceLevel: 'SEPA', charges: 'SHAR' },
      'charges must be SLEV, or null, with the service level SEPA. It is "SHAR".',
    ],
    [
      { ...ISO, serviceLevel: 'SEPA', maxName: 71 },
      'maxName must be at most 70 with the service level SEPA. It is 71.',
    ],
    [{ ...ISO, maxName: 141 }, 'maxName must be at most 140. It is 141.'],
    [{ ...ISO, maxRowsPerGroup: 0 }, 'maxRowsPerGroup must be at least 1. It is 0.'],
    [{ ...ISO, delimiter: ';' }, 'delimiter is not known. It is ";".'],
    [
      { ...CSV, columns: COLUMNS.slice(0, 2) },
      'columns must have a column with the value name. Add one: no bank pays without.',
    ],
    [
      { ...CSV, delimiter: ',' },
      'delimiter must not be the decimal sign as well. Choose ;, or the decimal point. It is ",".',
    ],
    [
      { ...CSV, encoding: 'windows-1254', characters: 'unicode' },
      'characters must be latin or sepa with the encoding windows-1254, which has no other letters. It is "unicode".',
    ],
    [
      { ...XLSX, sheet: 'a/b' },
      'sheet must be a name of a sheet: up to 31 characters, none of \\/?*[]:. It is "a/b".',
    ],
    [
      withColumn({ header: 'x', value: 'bic' }),
      'columns.3.value must be one of name, text, debtorName, amount, currency, iban, reference, transactionId, date, rowNumber, debtorIban, constant. It is "bic".',
    ],
    [
      withColumn({ header: 'x\ny', value: 'date' }),
      'columns.3.header must have no control characters. It is "x\\ny".',
    ],
    [
      withColumn({ header: '=x', value: 'date' }),
      'columns.3.header must not hold the beginning of a formula: =, +, - or @. Leave the sign out. It is "=x".',
    ],
    [
      withColumn({ header: 'x', value: 'constant', constant: '+1' }),
      'columns.3.constant must not hold the beginning of a formula: =, +, - or @. Leave the sign out. It is "+1".',
    ],
    [
      { ...withColumn({ header: 'Щ', value: 'date' }), encoding: 'windows-1254' },
      'columns.3.header must have characters of windows-1254 only. Write it otherwise, or use utf-8. It is "Щ".',
    ],
  ])('is refused in one sentence: %o', (given, sentence) => {
    expect(sentences(given)).toEqual([`profile.${sentence}`]);
  });

  it('is refused for anything but an object', () => {
    expect(sentences('text')).toEqual(['profile must be of the type object. It is "text".']);
  });

  it('is given back where nothing is wrong', () => {
    expect(checkBankFileProfile(CSV)).toEqual({ profile: bankFileProfile.parse(CSV) });
  });

  it('cuts names of other characters at 140', () => {
    expect(tableProfile({ format: 'csv', characters: 'latin' }).maxName).toBe(140);
  });
});

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bankFileProfile, checkBankFileProfile } from '../../src/payouts/files/bank-file-profile.ts';
import { BANK_FILE_PROFILES } from '../../src/payouts/files/built-in-profiles.ts';
import { BankFileRefusal, type FiledBatch, type FiledRow } from '../../src/payouts/files/check-batch.ts';
import { bankFileOf, writeBankFile } from '../../src/payouts/files/write-file.ts';
import { IS_LONG } from '../support/long.ts';
import { IBAN, OTHER_IBAN } from '../support/matching.ts';
import {
  batchOf,
  bytesOf,
  elements,
  isoProfile,
  payoutRow,
  TURKISH,
  tableProfile,
} from '../support/payouts/payout-batch.ts';
import { schemaErrors } from '../support/payouts/validate-xml.ts';

const two = batchOf([payoutRow(1, { amountMinor: 5 }), payoutRow(2, { amountMinor: 123_456_789 })]);

const write = (settings: Record<string, unknown> = {}, batch = two) =>
  bytesOf(isoProfile(settings), batch).toString();

const one = (xml: string, ...names: readonly string[]) =>
  names.reduce((inner, name) => elements(inner, name)[0] ?? '', xml);

describe('a credit transfer file', () => {
  it('has the ids, sums, day and accounts of its batch', () => {
    const xml = write();
    expect(one(xml, 'GrpHdr')).toBe(
      '<MsgId>P000000042</MsgId><CreDtTm>2026-11-28T09:30:00Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>1234567.94</CtrlSum><InitgPty><Nm>Ornek Odeme A.S.</Nm></InitgPty>',
    );
    expect(one(xml, 'PmtInf').split('\n')[0]).toBe(
      '<PmtInfId>P000000042-G0001</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs><CtrlSum>1234567.94</CtrlSum><ReqdExctnDt><Dt>2026-11-30</Dt></ReqdExctnDt><Dbtr><Nm>Ornek Odeme A.S.</Nm></Dbtr><DbtrAcct><Id><IBAN>TR330006100519786457841326</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>',
    );
  });

  it('has ids, amount and payee of each payout', () => {
    expect(elements(write({ characters: 'latin' }), 'CdtTrfTxInf')[1]).toBe(
      '<PmtId><InstrId>666666666666666666666662</InstrId><EndToEndId>P000000042-000002</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1234567.89</InstdAmt></Amt><Cdtr><Nm>Ayşe Yılmaz 2</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>',
    );
  });

  it('names the bank by its BIC where the profile says so', () => {
    expect(one(write({ agent: 'bic' }), 'DbtrAgt', 'FinInstnId')).toBe('<BICFI>TCZBTR2A</BICFI>');
    const old = write({ agent: 'bic', format: 'pain.001.001.03' });
    expect(one(old, 'DbtrAgt', 'FinInstnId')).toBe('<BIC>TCZBTR2A</BIC>');
  });

  it('leaves the bank out where the profile says so', () => {
    expect(one(write({ agent: 'omit' }), 'DbtrAgt')).toBe('<FinInstnId></FinInstnId>');
  });

  it('has booking, priority, service level and charges of the profile', () => {
    const xml = write({ batchBooking: false, priority: 'HIGH', serviceLevel: 'SEPA', charges: 'SLEV' });
    expect(one(xml, 'BtchBookg')).toBe('false');
    expect(one(xml, 'PmtTpInf')).toBe('<InstrPrty>HIGH</InstrPrty><SvcLvl><Cd>SEPA</Cd></SvcLvl>');
    expect(one(xml, 'ChrgBr')).toBe('SLEV');
  });

  it('has control sums only where the profile wants them', () => {
    const sums = (group: boolean, payment: boolean) => {
      const xml = write({ controlSum: { group, payment } });
      return [elements(one(xml, 'GrpHdr'), 'CtrlSum').length, elements(one(xml, 'PmtInf'), 'CtrlSum').length];
    };
    expect([sums(true, false), sums(false, true)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('has groups of the size of the profile, each with its own sum', () => {
    const rows = [1, 2, 3, 4, 5].map((number) => payoutRow(number, { amountMinor: 10 ** number }));
    const xml = write({ maxRowsPerGroup: 2 }, batchOf(rows));
    expect(one(xml, 'GrpHdr', 'NbOfTxs')).toBe('5');
    expect(
      elements(xml, 'PmtInf').map((group) => [
        one(group, 'PmtInfId'),
        one(group, 'NbOfTxs'),
        one(group, 'CtrlSum'),
        elements(group, 'CdtTrfTxInf').length,
      ]),
    ).toEqual([
      ['P000000042-G0001', '2', '1.10', 2],
      ['P000000042-G0002', '2', '110.00', 2],
      ['P000000042-G0003', '1', '1000.00', 1],
    ]);
  });

  it.each([
    ['sepa', 70],
    ['unicode', 140],
  ])('has names of the characters %s with at most %i code points', (characters, width) => {
    const batch = batchOf([payoutRow(1, { accountName: 'Ğ'.repeat(200) })]);
    expect(one(write({ characters }, batch), 'Cdtr', 'Nm')).toHaveLength(width);
  });

  it('keeps every Turkish letter where the bank takes them', () => {
    const batch = batchOf([payoutRow(1, { accountName: TURKISH })]);
    expect(one(write({ characters: 'latin' }, batch), 'Cdtr', 'Nm')).toBe(TURKISH);
  });
});

describe('the built-in profiles', () => {
  it.each(BANK_FILE_PROFILES.map((profile) => [profile.id, profile] as const))(
    '%s writes a file',
    (_, profile) => {
      expect(bytesOf(profile, two).toString()).toContain(`tech:xsd:${profile.format}"`);
    },
  );

  it('begin with version 9', () => {
    expect(BANK_FILE_PROFILES[0].format).toBe('pain.001.001.09');
  });
});

describe('a whole file', () => {
  it('comes with the SHA-256 of its bytes', async () => {
    const { bytes, sha256 } = await bankFileOf(isoProfile(), two, async () => {});
    expect(Buffer.from(bytes).equals(bytesOf(isoProfile(), two))).toBe(true);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});

const SEPA = { serviceLevel: 'SEPA', charges: 'SLEV' };
const payer = { name: 'Örnek', iban: IBAN };
const rows = [payoutRow(1), payoutRow(2)];
const secondIs = (row: Partial<FiledRow>) => batchOf([payoutRow(1), payoutRow(2, row)]);

describe('a batch is refused', () => {
  it.each<readonly [string, Record<string, unknown>, FiledBatch, string]>([
    [
      'with more payouts than its bank takes',
      { maxRows: 1 },
      batchOf(rows),
      'The batch has 2 payouts, and a file of Test Bank at most 1. Make smaller batches.',
    ],
    [
      'in another currency than SEPA pays',
      SEPA,
      batchOf(rows, { currency: 'TRY' }),
      'Test Bank has the service level SEPA, which pays EUR only. Choose another bank file profile for TRY.',
    ],
    [
      'without the BIC that its bank wants',
      { agent: 'bic' },
      batchOf(rows, { payer }),
      'Test Bank names the paying bank by its BIC, and the account has none. Add it, or set agent to not-provided.',
    ],
    [
      'with a wrong BIC where its bank wants one',
      { agent: 'bic' },
      batchOf(rows, { payer: { ...payer, bic: 'TCZB&TR2A' } }),
      'TCZB&TR2A is no BIC. Correct that of the account.',
    ],
    [
      'from a wrong IBAN',
      {},
      batchOf(rows, { payer: { ...payer, iban: 'TR00' } }),
      'The paying account TR00 is no valid IBAN. Correct it.',
    ],
    [
      'from a nameless account',
      {},
      batchOf(rows, { payer: { ...payer, name: '-' } }),
      'The name of the initiator, "-", has nothing in the characters of Test Bank. Write it in Latin letters.',
    ],
    [
      'with a payout of more than SEPA pays',
      SEPA,
      secondIs({ amountMinor: 100_000_000_000 }),
      'Row 2: An amount of 1000000000 cannot be paid: it must be from 0.01 to 999999999.99. Take the payout out of the batch.',
    ],
    [
      'with a payout of nothing',
      {},
      secondIs({ amountMinor: 0 }),
      'Row 2: An amount of 0 cannot be paid: it must be from 0.01 to 1000000000.00. Take the payout out of the batch.',
    ],
    [
      'with a payout to an IBAN with blanks',
      {},
      secondIs({ iban: 'DE89 3704 0044 0532 0130 00' }),
      'Row 2: DE89 3704 0044 0532 0130 00 is no valid IBAN without blanks. Correct that of the payout.',
    ],
    [
      'with a payout outside SEPA',
      SEPA,
      secondIs({ iban: OTHER_IBAN }),
      `Row 2: ${OTHER_IBAN} is no account in SEPA, which Test Bank pays by. Choose another bank file profile, or take the payout out of the batch.`,
    ],
    [
      'with a payout to the paying account',
      {},
      secondIs({ iban: IBAN }),
      `Row 2: ${IBAN} is the paying account itself. Correct the IBAN of the payout.`,
    ],
    [
      'with a name that becomes nothing',
      {},
      secondIs({ accountName: '😀 &' }),
      'Row 2: The name of the payee, "😀 &", has nothing in the characters of Test Bank. Write it in Latin letters.',
    ],
  ])('%s', (_, settings, batch, message) => {
    expect(() => bytesOf(isoProfile(settings), batch)).toThrow(new BankFileRefusal(message));
  });

  it('as a table with a name that is only the sign of a formula', () => {
    const batch = batchOf([payoutRow(1, { accountName: '=' })]);
    expect(() => bytesOf(tableProfile({ format: 'csv' }), batch)).toThrow(BankFileRefusal);
  });
});

const FORMATS = ['pain.001.001.09', 'pain.001.001.03'] as const;
const LONG_NAME = 'Ğ'.repeat(140);

const CASES: readonly (readonly [string, readonly Partial<FiledRow>[], Record<string, unknown>])[] = [
  ['one row', [{}], {}],
  ['two rows', [{}, {}], {}],
  ['every Turkish letter', [{ accountName: TURKISH }], { characters: 'unicode' }],
  ['an apostrophe', [{ accountName: "Ali O'Brien" }], { characters: 'unicode' }],
  ['signs of XML', [{ accountName: 'A & B <C> "D" ]]> &amp;' }], { characters: 'latin' }],
  ['a name of 140 characters', [{ accountName: LONG_NAME }], { characters: 'unicode' }],
  ['a name of 200 characters outside the BMP', [{ accountName: '𝒜'.repeat(200) }], { characters: 'unicode' }],
  [
    'controls and halves of characters',
    [{ accountName: 'A\0\ud800\ufffe\u202eB' }],
    { characters: 'unicode' },
  ],
  ['several payment groups', [{}, {}, {}], { maxRowsPerGroup: 2 }],
  ['a BIC', [{}], { agent: 'bic' }],
  ['no agent', [{}], { agent: 'omit' }],
  ['batch booking and high priority', [{}], { batchBooking: true, charges: 'SHAR', priority: 'HIGH' }],
  ['the service level SEPA', [{}], { batchBooking: false, serviceLevel: 'SEPA', charges: 'SLEV' }],
  ['priority and service level', [{}], { priority: 'NORM', serviceLevel: 'URGP' }],
  ['no control sums', [{}], { controlSum: { group: false, payment: false } }],
];

describe.each(FORMATS)('a file of %s', (format) => {
  const files = new Map<string, string>();
  let errorsOf: Awaited<ReturnType<typeof schemaErrors>>;
  beforeAll(async () => {
    for (const [name, rows, settings] of CASES) {
      const batch = batchOf(rows.map((row, index) => payoutRow(index + 1, row)));
      files.set(name, bytesOf(isoProfile({ format, ...settings }), batch).toString());
    }
    files.set('another namespace', files.get('one row')?.replace('.001.0', '.001.1') ?? '');
    files.set('a long id', files.get('one row')?.replace('<MsgId>', `<MsgId>${'P'.repeat(35)}`) ?? '');
    errorsOf = await schemaErrors(format, files);
  });

  it.each(CASES)('is valid with %s', (name, rows) => {
    expect(elements(files.get(name) ?? '', 'CdtTrfTxInf')).toHaveLength(rows.length);
    expect(errorsOf(name)).toEqual([]);
  });

  it.each(['another namespace', 'a long id'])('is not valid with %s', (name) => {
    expect(errorsOf(name)).not.toEqual([]);
  });
});

const MEBIBYTE = 1024 * 1024;
const COUNT = IS_LONG ? 100_000 : 10_000;

describe(`a file of ${COUNT} rows`, () => {
  const pieces: Uint8Array[] = [];
  let cpuSeconds = 0;
  let moreBytes = 0;
  beforeAll(() => {
    const batch = batchOf(Array.from({ length: COUNT }, (_, index) => payoutRow(index + 1)));
    const before = process.memoryUsage.rss();
    const cpu = process.cpuUsage();
    for (const piece of writeBankFile(isoProfile(), batch)) {
      pieces.push(piece);
      moreBytes = Math.max(moreBytes, process.memoryUsage.rss() - before);
    }
    const { user, system } = process.cpuUsage(cpu);
    cpuSeconds = (user + system) / 1e6;
  });

  // The time of a clock depends on what else the machine does.
  it('takes at most 0.1 ms of a processor for a row', () => {
    expect(cpuSeconds).toBeLessThan(COUNT / 10_000);
  });

  it('takes at most 150 MiB more memory', () => {
    expect(moreBytes / MEBIBYTE).toBeLessThan(150);
  });

  it('is valid', async () => {
    const xml = Buffer.concat(pieces).toString();
    expect(elements(xml, 'CdtTrfTxInf')).toHaveLength(COUNT);
    const errorsOf = await schemaErrors('pain.001.001.09', new Map([['long', xml]]));
    expect(errorsOf('long')).toEqual([]);
  });
});

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

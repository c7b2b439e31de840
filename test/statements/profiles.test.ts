import { describe, expect, it } from 'vitest';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { bankProfile } from '../../src/statements/profiles/profile.ts';
import { senderOf } from '../../src/statements/sender.ts';
import { BANK_TABLES } from '../support/statements/bank-tables.ts';
import { closingsOf, codesOf, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { type SheetCell, writeXlsx } from '../support/statements/write-xlsx.ts';

const textOf = (cell: SheetCell) =>
  typeof cell === 'string' ? cell : cell && 'number' in cell ? cell.number.replace('.', ',') : '';

describe.each(BANK_TABLES)('the table of $id', ({ id, rows, lines, opening, closing }) => {
  const expectRead = (bytes: Uint8Array) => {
    const read = readTableParts(bytes);
    expect(read.problems).toEqual([]);
    expect(
      read.lines.map((line) => [
        line.bookingDate,
        line.direction === 'credit' ? line.amountMinor : -line.amountMinor,
        line.counterpartyName,
      ]),
    ).toEqual(lines);
    expect(read.headers[0]?.opening?.amountMinor ?? null).toBe(opening);
    expect(closingsOf(read)).toEqual([closing]);
    return read;
  };

  it('is recognized as XLSX, with its lines, senders and balances', () => {
    const { headers } = expectRead(writeXlsx({ sheets: [{ rows }] }));
    if (id !== 'halkbank') expect(headers[0]?.account.iban).toBe('TR330006100519786457841326');
    expect(headers[0]?.account.currency).toBe('TRY');
  });

  it('is recognized as CSV of Turkish Windows', () => {
    const texts = rows.map((row) =>
      row.map((cell) =>
        cell && typeof cell === 'object' && 'date' in cell
          ? `0${Number(cell.date.slice(0, 5)) - 46265}.09.2026`
          : textOf(cell),
      ),
    );
    expectRead(writeCsv({ rows: texts, encoding: 'windows-1254' }));
  });

  it('is chosen only for its own bank', () => {
    const others = BANK_PROFILES.filter((profile) => profile.id !== id);
    expect(codesOf(readTableParts(writeXlsx({ sheets: [{ rows }] }), others))).toEqual(['unknown-columns']);
  });
});

describe('the sender in a description', () => {
  it.each([
    ['akbank', '7777/MBL-1111111-AYŞE YILMAZ-kira', 'AYŞE YILMAZ'],
    ['akbank', '7777/MBL-HAV.AYŞE YILMAZ-kira', 'AYŞE YILMAZ'],
    ['akbank', '7777/MBL-HAV.AYŞE YILMAZ', 'AYŞE YILMAZ'],
    ['akbank', '7777/MBL-kira', null],
    ['akbank', 'FAST:AYŞE YILMAZ FAST ANLIK ÖDEME', 'AYŞE YILMAZ'],
    ['akbank', 'EFT: ÖRNEK LTD ŞTİ HESAPLAR ARASI EFT', 'ÖRNEK LTD ŞTİ'],
    ['akbank', 'EFT: AYŞE YILMAZ kira', null],
    ['garanti-bbva', 'EFT GELEN - AYŞE YILMAZ - kira', 'AYŞE YILMAZ'],
    ['garanti-bbva', 'HAVALE GELEN - AYŞE YILMAZ - kira', 'AYŞE YILMAZ'],
    ['vakifbank', '00158007298490100 nolu AYŞE YILMAZ hesabından kira', 'AYŞE YILMAZ'],
    ['vakifbank', 'TR330006100519786457841326 nolu AYŞE YILMAZ hesabından', 'AYŞE YILMAZ'],
    ['vakifbank', 'TR33 0006 1005 1978 6457 8413 26 nolu AYŞE YILMAZ hesabından', 'AYŞE YILMAZ'],
    ['ziraat', 'Gönd: AYŞE YILMAZ 0209-Ziraat Katılım FAST işlemi', 'AYŞE YILMAZ'],
    ['ziraat', 'Gönd: AYŞE YILMAZ - kira', 'AYŞE YILMAZ'],
  ])('of %s is found by its place: %s', (id, description, name) => {
    const profile = BANK_PROFILES.find((one) => one.id === id)!;
    expect(senderOf(description, '', profile)).toBe(name);
  });
});

describe('choosing a profile', () => {
  const plain = writeCsv({
    rows: [
      ['Tarih', 'Tutar', 'Kimden'],
      ['01.09.2026', '1,00 TL', 'A'],
    ],
  });

  it('lists the columns of a table that fits none', () => {
    const [problem] = readTableParts(plain).problems;
    expect(problem?.code).toBe('unknown-columns');
    expect(problem?.message).toContain('"Tarih", "Tutar", "Kimden"');
  });

  it('names the banks where several fit, and reads nothing', () => {
    const twin = { ...GENERIC_PROFILE, id: 'twin', title: 'Twin' };
    const read = readTableParts(plain, [GENERIC_PROFILE, twin]);
    expect(read.lines).toEqual([]);
    expect(read.problems[0]?.message).toContain('Any bank, Twin');
  });

  it('quotes no row of people as names of columns', () => {
    const rows = [
      ['01.09.2026', '1.250,00', 'AYŞE YILMAZ'],
      ['02.09.2026', '1.250,00', 'CAN DEMİR'],
    ];
    expect(readTableParts(writeCsv({ rows })).problems[0]?.message).not.toMatch(/AYŞE|CAN/);
  });

  it('trusts a reference only where the profile says so', () => {
    const trust = BANK_TABLES.map(({ id, rows }) => {
      const [line] = readTableParts(writeXlsx({ sheets: [{ rows }] })).lines;
      return [id, line?.bankReference, line?.isBankReferenceTrusted];
    });
    expect(trust.filter(([, , isTrusted]) => isTrusted)).toEqual([['is-bankasi', 'R1', true]]);
  });

  it('takes a line that was called off as pending', () => {
    const [table] = BANK_TABLES.filter(({ id }) => id === 'halkbank');
    const rows = table!.rows.map((row) => row.map((cell) => (cell === 'H' ? 'E' : cell)));
    expect(readTableParts(writeXlsx({ sheets: [{ rows }] })).lines[0]?.status).toBe('pending');
  });
});

describe('a profile given as JSON', () => {
  const valid = {
    id: 'my-bank',
    title: 'My bank',
    columns: { date: ['Gün'], amount: ['Miktar (TL)'] },
    decimal: 'comma',
    dates: ['dd.mm.yyyy'],
    direction: { kind: 'signed' },
  };

  it('can be written with the names as the bank prints them', () => {
    const profile = bankProfile.parse({ ...valid, defaultCurrency: 'tl' });
    expect(profile.columns).toEqual({ date: ['GUN'], amount: ['MIKTAR'] });
    const bytes = writeCsv({
      rows: [
        ['gün', 'MİKTAR (TL)'],
        ['01.09.2026', '-1.250,50'],
      ],
    });
    expect(readTableParts(bytes, profile).lines[0]).toMatchObject({
      direction: 'debit',
      amountMinor: 125050,
      currency: 'TRY',
    });
  });

  it.each([
    ['an unknown field', { regex: '(a+)+$' }],
    ['no column for the date', { columns: { amount: ['Miktar'] } }],
    ['one name for two columns', { columns: { date: ['Gün'], amount: ['GÜN'] } }],
    ['an unknown form of dates', { dates: ['mm.dd.yyyy'] }],
    ['no column for the trusted reference', { trustedReference: 'reference' }],
    ['no column for a direction by letters', { direction: { kind: 'letters' } }],
    ['an unknown currency', { defaultCurrency: 'XYZ' }],
    ['a word that is only blanks', { pendingWords: [' '] }],
    ['a word that is too long in capitals', { returnWords: ['ß'.repeat(41)] }],
    ['a name that is too long in capitals', { columns: { ...valid.columns, time: ['ß'.repeat(41)] } }],
    ['one word for both directions', { creditWords: ['A'], debitWords: ['Borç', 'a'] }],
    ['a word for money out that is one of those for money in without a list', { debitWords: ['C', 'Cargo'] }],
  ])('is refused with %s', (_, change) => {
    expect(bankProfile.safeParse({ ...valid, ...change }).success).toBe(false);
  });

  const byLetters = {
    ...valid,
    columns: { ...valid.columns, direction: ['D/C'] },
    direction: { kind: 'letters' },
  };

  it('gives the words of both directions or of none, where a letter alone tells them apart', () => {
    expect(bankProfile.parse(byLetters)).toMatchObject({ creditWords: BANK_PROFILES[0]?.creditWords });
    const both = { creditWords: ['Abono'], debitWords: ['Cargo'] };
    expect(bankProfile.parse({ ...byLetters, ...both })).toMatchObject({ creditWords: ['ABONO'] });
    const one = bankProfile.safeParse({ ...byLetters, debitWords: ['Cargo'] });
    expect(one.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['creditWords', expect.stringContaining('must be given together with debitWords')],
    ]);
    const other = bankProfile.safeParse({ ...byLetters, creditWords: ['Abono'] });
    expect(other.error?.issues.map(({ path }) => path)).toEqual([['debitWords']]);
  });

  it.each([
    ['with a currency behind another', { columns: { date: ['Gün'], amount: ['Amount TRY EUR'] } }],
    ['that is nothing but currencies', { columns: { date: ['Gün'], amount: ['TRY EUR'] } }],
    ['with letters that become several', { columns: { date: ['Gün'], amount: ['Maßzahl ﬃ'] } }],
    ['with words in blanks', { creditWords: [' Alacak '], debitWords: ['Borç '] }],
  ])('%s is the same when it is read again', (_, change) => {
    const profile = bankProfile.parse({ ...valid, ...change });
    expect(bankProfile.parse(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  });

  it('with a currency behind another reads the header from which its name was copied', () => {
    const profile = bankProfile.parse({ ...valid, columns: { date: ['Gün'], amount: ['Amount TRY EUR'] } });
    const stored = bankProfile.parse(JSON.parse(JSON.stringify(profile)));
    const rows = [
      ['Gün', 'Amount TRY EUR'],
      ['01.09.2026', '1,00'],
    ];
    expect(readTableParts(writeCsv({ rows }), stored).lines).toHaveLength(1);
  });
});

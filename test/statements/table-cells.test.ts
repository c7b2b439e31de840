import { describe, expect, it } from 'vitest';
import { readNumber, readPrintedAmount } from '../../src/statements/amount-text.ts';
import { GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { type BankProfile, bankProfile } from '../../src/statements/profiles/profile.ts';
import { codesOf, readPastedParts, readTableParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';

describe('table cells', () => {
  const profile: BankProfile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY', decimal: 'comma' };
  const HEADER = ['Tarih', 'Tutar', 'Açıklama'];

  const read = (rows: readonly (readonly string[])[], change: Partial<BankProfile> = {}) =>
    readTableParts(writeCsv({ rows }), { ...profile, ...change });

  const minorOf = (amount: object) => ('amountMinor' in amount ? amount.amountMinor : undefined);

  describe('an amount', () => {
    it.each([
      ['1.250,50', 125050],
      ['1250,5', 125050],
      ['1 250,50 TL', 125050],
      ['₺1.250,50', 125050],
      ['(1.250,50)', 125050],
      ['1.250,50-', 125050],
      ['12,5000', 1250],
      ['90.071.992.547.409,91', 9007199254740991],
    ])('%s with a decimal comma is %d', (text, minor) => {
      expect(minorOf(readPrintedAmount(text, 'comma'))).toBe(minor);
    });

    it.each([
      '12500.75',
      '12.50',
      '1,250.50',
      '1,250',
      '1.25.000',
      '12,505',
      '--1,00',
      '',
      '1e5',
      '٣,٠٠',
      '90.071.992.547.409,92',
    ])('%s with a decimal comma is none', (text) => {
      expect(minorOf(readPrintedAmount(text, 'comma'))).toBeUndefined();
    });

    it.each([
      ['1.250,50', 125050],
      ['1,250.50', 125050],
      ['1.250.000', 125000000],
      ['1250.5', 125050],
      ['12', 1200],
      ['1.250', undefined],
      ['1,250', undefined],
    ])('%s is read without a known sign only if it has one meaning', (text, minor) => {
      expect(minorOf(readPrintedAmount(text, 'auto'))).toBe(minor);
    });

    it.each([
      ['12500.75', 1250075],
      ['1.25E4', 1250000],
      ['1.2345E+2', 12345],
      ['125E-2', 125],
      ['1234.5599999999999', 123456],
      ['1.1000000000000001', 110],
      ['0.30000000000000004', 30],
      ['12345678901.4551', undefined],
      ['1.005', undefined],
      ['1E30', undefined],
      ['1,5', undefined],
    ])('%s in a numeric cell is exact', (text, minor) => {
      expect(minorOf(readNumber(text))).toBe(minor);
    });
  });

  describe('a row', () => {
    it('with the date, amount or direction in doubt is a problem with its place', () => {
      const rows = [
        HEADER,
        ['31.02.2026', '1,00', 'x'],
        ['01.09.2026', '12.50', 'x'],
        ['01.09.2026', '1,005', 'x'],
        ['', '1,00', 'x'],
        ['01.09.2026', '', 'x'],
        ['01.09.2026', '1,00 EUR', 'x'],
        ['01.09.2026', '1,00 TL', 'x'],
      ];
      expect(codesOf(read(rows))).toEqual([
        'bad-date row 2',
        'bad-amount row 3',
        'bad-amount row 4',
        'missing-field row 5',
        'bad-amount row 6',
        'bad-currency row 8',
      ]);
    });

    it.each(['14:15', '14.15.16', '14:15:16.123+03:00', '02:15 PM', '2:15:16 p.m.', '02:15 ÖS'])(
      'has the day before the time %s',
      (time) => {
        const { lines, problems } = read([HEADER, [`01.09.2026 ${time}`, '1,00', 'x']]);
        expect([problems, lines.map(({ bookingDate }) => bookingDate)]).toEqual([[], ['2026-09-01']]);
      },
    );

    it('that is a sum, a note, a repeated header or an amount of zero is no line', () => {
      const rows = [
        HEADER,
        ['01.09.2026', '1,00', 'x'],
        ['', '', ''],
        HEADER,
        ['01.09.2026', '0,00', 'free of charge'],
        ['01.09.2026', '', 'Devreden bakiye'],
        ['02.09.2026', '2,00', 'y'],
        ['Toplam', '3,00', ''],
        ['Bu belge bilgi amaçlıdır', '', ''],
      ];
      const { lines, problems } = read(rows);
      expect(problems).toEqual([]);
      expect(lines.map(({ place, amountMinor }) => [place, amountMinor])).toEqual([
        ['row 2', 100],
        ['row 7', 200],
      ]);
    });

    describe('of a day that holds a balance where lines have their amount', () => {
      const HEAD = ['Tarih', 'Açıklama', 'Tutar', 'Bakiye'];

      it.each([
        ['Devreden bakiye', '1.000,00', '1.000,00'],
        ['Devreden bakiye', '-1.000,00', '-1.000,00'],
        ['Devir', '1.000,00', '1.000,00'],
        ['Devir bakiyesi', '1.000,00', ''],
        ['Kapanış bakiyesi', '1.500,00', ''],
        ['Opening balance 01.11.2026', '1.000,00', ''],
        ['Endsaldo', '1.000,00', ''],
      ])('refuses the file: %s %s %s', (text, amount, balance) => {
        const found = read([HEAD, ['01.11.2026', text, amount, balance]]);
        expect([codesOf(found), found.lines]).toEqual([['bad-amount row 2'], []]);
        expect(found.problems[0]?.message).toContain(`"${text}"`);
      });

      it('refuses the file where no column has balances', () => {
        expect(codesOf(read([HEADER, ['01.11.2026', '1.000,00', 'Devreden Bakiye']]))).toEqual([
          'bad-amount row 2',
        ]);
      });

      it.each([
        ['Bakiye ödemesi K7M29QXT', '500,00', '1.500,00'],
        ['Toplam', '500,00', '1.500,00'],
        ['Balance of invoice 12', '500,00', ''],
        ['Bakiye', '500,00', ''],
        ['AYSE YILMAZ', '500,00', '500,00'],
        ['TOTAL OIL A.Ş. K7M29QXT', '500,00', '500,00'],
        ['Bakiye devri K7M29QXT', '500,00', '500,00'],
        ['Toplam kira', '-500,00', '500,00'],
        ['Devir', '-500,00', '500,00'],
        ['Devir', '500,00', ''],
      ])('is a line with the words of a payer: %s %s %s', (text, amount, balance) => {
        const { lines, problems } = read([HEAD, ['01.11.2026', text, amount, balance]]);
        expect([problems, lines.length]).toEqual([[], 1]);
      });
    });

    it('has its direction by letters, and a sign that contradicts them is a problem', () => {
      const rows = [
        [...HEADER, 'B/A'],
        ['01.09.2026', '1,00', 'x', 'A'],
        ['01.09.2026', '1,00', 'x', 'Borç'],
        ['01.09.2026', '-1,00', 'x', 'B'],
        ['01.09.2026', '-1,00', 'x', 'A'],
        ['01.09.2026', '1,00', 'x', 'Z'],
      ];
      const found = read(rows, { direction: { kind: 'letters' } });
      expect(found.lines.map(({ direction }) => direction)).toEqual(['credit', 'debit', 'debit']);
      expect(codesOf(found)).toEqual(['bad-direction row 5', 'bad-direction row 6']);
      expect(codesOf(read(rows.slice(0, 3)))).toEqual(['bad-direction row 3']);
    });

    it('has its direction by two columns, of which one is filled', () => {
      const columns = { date: ['TARIH'], debitAmount: ['BORC'], creditAmount: ['ALACAK'] };
      const rows = [
        ['Tarih', 'Borç', 'Alacak'],
        ['01.09.2026', '1,00', '0,00'],
        ['01.09.2026', '', '2,00'],
        ['01.09.2026', '-3,00', ''],
        ['01.09.2026', '1,00', '1,00'],
        ['01.09.2026', '', '-1,00'],
      ];
      const found = read(rows, { columns, direction: { kind: 'columns' } });
      expect(found.lines.map(({ direction, amountMinor }) => [direction, amountMinor])).toEqual([
        ['debit', 100],
        ['credit', 200],
        ['debit', 300],
      ]);
      expect(codesOf(found)).toEqual(['bad-direction row 5', 'bad-direction row 6']);
    });

    it('is refused where a text shifts its cells, or a quotation mark swallows rows', () => {
      const shifted = Buffer.from('Tarih,Tutar,Açıklama\n01.09.2026,1.250,50,x\n');
      expect(codesOf(readTableParts(shifted, profile))).toEqual(['broken-file row 2']);
      const swallowed = Buffer.from(
        'Tarih;Tutar;Açıklama\n01.09.2026;1,00;"x\n02.09.2026;2,00;y\n03.09.2026;3,00;"z\n',
      );
      const { lines, problems } = readTableParts(swallowed, profile);
      expect([lines.length, problems.length]).toEqual([0, 1]);
    });

    describe('between commas', () => {
      const HEAD = 'Date,Description,Amount,Note';
      const codes = (...rows: readonly string[]) =>
        codesOf(
          readTableParts(Buffer.from(`${[HEAD, ...rows].join('\n')}\n`), { ...profile, decimal: 'auto' }),
        );

      it.each([
        ['its decimals shift into an empty cell', ['22.11.2026,a,500.50,', '22.11.2026,b,500,50,']],
        ['all decimals shift, those of thousands too', ['22.11.2026,a,500,50,', '22.11.2026,b,1.000,50,']],
        ['its thousands shift', ['22.11.2026,a,1,000.50,']],
      ])('is refused where %s', (_, rows) => {
        expect(codes(...rows)).toContain(`broken-file row ${rows.length + 1}`);
      });

      it('can have as many empty cells behind those of the header as all others', () => {
        expect(codes('22.11.2026,a,500.50,,', '23.11.2026,b,500,rent,')).toEqual([]);
        expect(codes('22.11.2026,a,500', '23.11.2026,b,500')).toEqual([]);
      });
    });

    describe('at the end of a file without a line break', () => {
      const HEAD = ['Tarih;Açıklama;Tutar;Bakiye', '25.11.2026;a;1,00;1,00'];
      const found = (last: string, ...end: readonly string[]) =>
        readTableParts(Buffer.from([...HEAD, last, ...end].join('\r\n')), profile);

      it.each(['26.11.2026;b;1', '26.11.2026;b', '26.11.2', '2026-11-'])(
        'is refused with fewer cells than all others, as a cut one: %s',
        (cut) => {
          expect(codesOf(found(cut))).toEqual(['broken-file row 3']);
          expect(found(cut).problems[0]?.message).toContain('Download it again');
          expect(codesOf(found(cut, ''))).not.toContain('broken-file row 3');
        },
      );

      it.each([
        '26.11.2026;b;1,00;2,00',
        'Toplam;2,00',
        'Bu belge bilgi amaçlıdır',
        '2 işlem',
        'Sayfa 1/1',
        '30.11.2026 17:45',
        '30.11.2026',
        '3',
        '1/3',
        '17:45',
      ])('is read if it is whole, or no line: %s', (last) => {
        expect(found(last).problems).toEqual([]);
      });

      it('is read with as few cells as another one', () => {
        expect(found('26.11.2026;b;1,00', '26.11.2026;c;1,00').problems).toEqual([]);
      });

      it('is read where it was pasted, since a copy has no last line break', () => {
        const text = ['Tarih\tTutar\tAçıklama', '25.11.2026\t1,00\ta', '26.11.2026\t2,00'].join('\n');
        const { lines, problems } = readPastedParts(text, {
          profiles: [],
          generic: profile,
          currency: 'TRY',
        });
        expect([problems, lines.length]).toEqual([[], 2]);
      });
    });

    it('that looks like a formula is plain text', () => {
      const formula = '=HYPERLINK("http://example.test";"x")';
      expect(read([HEADER, ['01.09.2026', '1,00', formula]]).lines[0]?.remittance).toEqual([formula]);
    });
  });

  describe('a table', () => {
    const lines = [
      ['01.09.2026', '1,00', 'ŞĞİı'],
      ['02.09.2026', '-2,00', 'x'],
    ];

    it.each(['utf-8', 'utf-8-bom', 'utf-16le', 'windows-1254'] as const)('is read in %s', (encoding) => {
      const found = readTableParts(writeCsv({ rows: [HEADER, ...lines], encoding }), profile);
      expect(found.lines.map(({ remittance }) => remittance)).toEqual([['ŞĞİı'], ['x']]);
    });

    it.each([';', ',', '\t', '|'])('is read with %j between its cells', (delimiter) => {
      expect(readTableParts(writeCsv({ rows: [HEADER, ...lines], delimiter }), profile).lines).toHaveLength(
        2,
      );
    });

    it('with several accounts or currencies is a problem', () => {
      const header = [...HEADER, 'Hesap No', 'Döviz'];
      const rows = [
        header,
        [...lines[0]!, '1', 'TRY'],
        [...lines[1]!, '2', 'TRY'],
        [...lines[1]!, '1', 'EUR'],
      ];
      expect(codesOf(read(rows))).toEqual(['broken-file row 3', 'bad-currency row 4']);
    });

    it('names the currency of its account above the header or in it, and both must agree', () => {
      const above = ['Para Birimi:', 'USD'];
      expect(read([above, HEADER, lines[0]!]).headers[0]?.account.currency).toBe('USD');
      const header = ['Tarih', 'Tutar (TL)', 'Açıklama'];
      expect(codesOf(read([above, header, lines[0]!]))).toEqual(['bad-currency row 3']);
    });

    it('stops after the most lines, and after the most problems', () => {
      const many = writeCsv({ rows: [HEADER, ...lines, ...lines] });
      expect(codesOf(readTableParts(many, profile, { maxLines: 3 }))).toEqual(['too-many-lines row 5']);
      const bad = writeCsv({ rows: [HEADER, ...Array.from({ length: 9 }, () => ['x', '1,00', ''])] });
      expect(readTableParts(bad, profile, { maxProblems: 4 }).problems).toHaveLength(4);
    });
  });
});

describe('table columns', () => {
  const profile: BankProfile = { ...GENERIC_PROFILE, defaultCurrency: 'TRY' };
  const read = (rows: readonly (readonly string[])[], by = profile) => readTableParts(writeCsv({ rows }), by);

  describe('the word for the state of a line', () => {
    const statusOf = (word: string, by = profile) =>
      read(
        [
          ['Tarih', 'Tutar', 'Durum'],
          ['01.09.2026', '500,00', word],
        ],
        by,
      );

    it.each(['', 'Gerçekleşti', 'TAMAMLANDI', 'Booked', 'completed', 'gebucht'])('%j is booked', (word) => {
      expect(statusOf(word).lines[0]?.status).toBe('booked');
    });

    it.each([
      'Bekliyor',
      'Onay bekliyor',
      'Askıda',
      'İşlemde',
      'Bloke',
      'Reddedildi',
      'İptal',
      'İptal Edildi',
      'İade',
      'İade Edildi',
      'Başarısız',
      'Cancelled',
      'Canceled',
      'Rejected',
      'Declined',
      'FAILED',
      'Reverted',
      'Returned',
      'Processing',
      'In progress',
      'Authorized',
      'On hold',
      'vorgemerkt',
      'storniert',
      'PDNG',
    ])('%s is not booked', (word) => {
      expect(statusOf(word).lines[0]?.status).toBe('pending');
    });

    it.each(['Onaylandı', 'Pending (settles tomorrow)', 'ödendi', 'x'])(
      '%s is a problem that names it',
      (word) => {
        const { lines, problems } = statusOf(word);
        expect(lines).toEqual([]);
        expect(problems).toMatchObject([
          { code: 'bad-status', message: expect.stringContaining(`"${word}"`) },
        ]);
      },
    );

    it('is named once, however many rows have it', () => {
      const row = ['01.09.2026', '500,00', 'Onaylandı'];
      expect(codesOf(read([['Tarih', 'Tutar', 'Durum'], row, row, row]))).toEqual(['bad-status row 2']);
    });

    it('can be one of a profile, and never one of both lists', () => {
      const own = { id: 'x', title: 'X', columns: { date: ['Tarih'], amount: ['Tutar'], status: ['Durum'] } };
      const terms = { ...own, decimal: 'comma', dates: ['dd.mm.yyyy'], direction: { kind: 'signed' } };
      const by = bankProfile.parse({ ...terms, defaultCurrency: 'TRY', bookedWords: ['Onaylandı'] });
      expect(statusOf('ONAYLANDI', by).lines[0]?.status).toBe('booked');
      expect(codesOf(statusOf('Booked', by))).toEqual(['bad-status row 2']);
      const both = bankProfile.safeParse({ ...terms, bookedWords: ['İşlemde'] });
      expect(both.error?.issues.map(({ path }) => path)).toEqual([['pendingWords']]);
    });
  });

  describe('the text of a line', () => {
    it.each([
      ['by the number behind their name', ['Açıklama1', 'Açıklama2'], 'GELEN FAST REF K7M29QXT'],
      ['without a blank at the end of one', ['VWZ 1', 'VWZ14'], 'GELEN FAST REF K7M29QXT'],
      ['by several names', ['Verwendungszweck', 'Buchungstext'], 'GELEN FAST REF K7M29QXT'],
      ['in the order of the names of the profile', ['Text', 'Açıklama'], 'REF K7M29QXT GELEN FAST'],
    ])('is joined of all its columns, %s', (_, names, text) => {
      const rows = [
        ['Tarih', ...names, 'Tutar'],
        ['01.09.2026', 'GELEN FAST', 'REF K7M29QXT', '10,00'],
      ];
      expect(read(rows).lines[0]?.remittance).toEqual([text]);
    });

    it('leaves out a numbered column that holds something else', () => {
      const own = {
        id: 'x',
        title: 'X',
        decimal: 'comma',
        dates: ['dd.mm.yyyy'],
        direction: { kind: 'signed' },
        columns: { date: ['Tarih'], amount: ['Tutar'], description: ['VWZ'], counterpartyName: ['VWZ2'] },
        defaultCurrency: 'TRY',
      };
      const rows = [
        ['Tarih', 'VWZ1', 'VWZ2', 'Tutar'],
        ['01.09.2026', 'REF', 'AYŞE YILMAZ', '10,00'],
      ];
      expect(read(rows, bankProfile.parse(own)).lines[0]).toMatchObject({
        remittance: ['REF'],
        counterpartyName: 'AYŞE YILMAZ',
      });
    });

    it('is listed among the columns of a file that no profile knows, with its number', () => {
      const [problem] = read([
        ['Gün', 'Para', 'VWZ1', 'Variable symbol 1'],
        ['01.09.2026', '10,00', 'x', '1'],
      ]).problems;
      expect(problem?.message).toContain('"VWZ1", "Variable symbol 1"');
    });
  });

  describe('a column of the account by its name', () => {
    const IBANS = ['TR330006100519786457841326', 'TR320010009999901234567890'];
    const rowsOf = (name: string, accounts: readonly string[]) => [
      ['Tarih', name, 'Tutar (TL)', 'Açıklama'],
      ...accounts.map((account) => ['01.09.2026', account, '10,00', 'x']),
    ];
    const own: BankProfile = { ...profile, id: 'own', columns: { ...profile.columns, ownNumber: [] } };

    it.each([
      'Hesap Numarası',
      'Hesap No',
      'Account',
      'Account no',
      'Account number',
      'Auftragskonto',
      'IBAN Auftragskonto',
    ])('refuses a second account, in a profile that does not assign it too: %s', (name) => {
      for (const by of [profile, own]) {
        const found = read(rowsOf(name, IBANS), by);
        expect(codesOf(found)).toEqual(['broken-file row 3']);
        expect(found.problems[0]?.message).toContain(`"${name}"`);
      }
    });

    it('names the account of the table, by its IBAN or its number', () => {
      const accountOf = (text: string) => read(rowsOf('Hesap Numarası', [text, text])).headers[0]?.account;
      expect(accountOf('TR33 0006 1005 1978 6457 8413 26')).toMatchObject({ iban: IBANS[0], number: null });
      expect(accountOf('1051-9786457')).toMatchObject({ iban: null, number: '1051-9786457' });
      expect(accountOf('1051-9786457 TL')).toMatchObject({ iban: null, number: '1051-9786457' });
      expect(accountOf('0059-00372/666009999')).toMatchObject({ number: '0059-00372/666009999' });
      expect(accountOf('0012345678EUR')).toMatchObject({ number: '0012345678' });
      expect(accountOf('COBADEFF/12345678')).toMatchObject({ number: 'COBADEFF/12345678' });
    });

    it.each(['Ana hesap', 'Business 2', 'Checking ...6789', '2', 'Hesap 1051'])(
      'has the name of an account, which only must not vary: %s',
      (name) => {
        expect(read(rowsOf('Account', [name, name])).headers[0]?.account).toMatchObject({
          iban: null,
          number: null,
        });
        expect(codesOf(read(rowsOf('Account', [name, 'other'])))).toEqual(['broken-file row 3']);
      },
    );

    it.each(['Kontonummer', 'Konto', 'Karşı Hesap No', 'Counterparty account'])(
      'is none of the payers: %s',
      (name) => {
        const found = read(rowsOf(name, IBANS));
        expect([found.problems, found.headers[0]?.account.iban]).toEqual([[], null]);
      },
    );
  });

  describe('a column IBAN', () => {
    const IBAN = 'TR330006100519786457841326';
    const rows = [
      ['Tarih', 'Tutar', 'IBAN'],
      ['01.09.2026', '10,00', IBAN],
      ['02.09.2026', '20,00', IBAN],
    ];

    it('is never taken for that of the account: the problem names column and value', () => {
      const found = read(rows);
      expect(found.headers).toEqual([]);
      expect(codesOf(found)).toEqual(['unknown-columns row 2']);
      expect(found.problems[0]?.message).toContain(`The column "IBAN" says "${IBAN}"`);
    });

    it('is that of the account where the rows above the header name it too', () => {
      const found = read([['IBAN: TR33 0006 1005 1978 6457 8413 26'], ...rows]);
      expect([found.problems, found.headers[0]?.account.iban]).toEqual([[], IBAN]);
    });
  });

  describe('an amount of a table without a known decimal sign', () => {
    const amounts = (...texts: readonly string[]) =>
      read([['Tarih', 'Tutar'], ...texts.map((text) => ['01.09.2026', text])]);

    it.each([
      [
        ['1.488,69', '1.000'],
        [148869, 100000],
      ],
      [
        ['1,488.69', '1,000'],
        [148869, 100000],
      ],
      [
        ['1.000', '12,5'],
        [100000, 1250],
      ],
      [
        ['1.000.000', '1.000'],
        [100000000, 100000],
      ],
    ])('is read by what the others prove: %j', (texts, minor) => {
      expect(amounts(...texts).lines.map(({ amountMinor }) => amountMinor)).toEqual(minor);
    });

    it.each([[['1.000']], [['1.000', '12']], [['1.000', '12,50', '12.50']]])(
      'is a problem with its cure where they prove none: %j',
      (texts) => {
        const { problems } = amounts(...texts);
        expect(problems).toMatchObject([
          { code: 'bad-amount', message: expect.stringContaining('choose a profile that says which sign') },
        ]);
      },
    );
  });

  it('a table without a currency says once how to name it', () => {
    const row = ['01.09.2026', '10,00'];
    const found = read([['Tarih', 'Tutar'], row, row], GENERIC_PROFILE);
    expect(codesOf(found)).toEqual(['bad-currency row 2']);
    expect(found.problems[0]?.message).toContain('Write it into the header, as in "Tutar (TRY)"');
    expect(read([['Tarih', 'Tutar (TRY)'], row], GENERIC_PROFILE).problems).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { keyPart } from '../../src/reconciliation/domain/keyed-line.ts';
import { readMt940 } from '../../src/statements/mt940.ts';
import { REFERENCE } from '../support/matching.ts';
import { readParts } from '../support/statements/read-parts.ts';

const HEAD = [':20:STARTUMS', ':25:DE89370400440532013000', ':28C:00017/001', ':60F:C261120EUR100,'];
const CLOSING = ':62F:C261122EUR100,';

describe('mt940', () => {
  /** Reads one statement with these fields between its balances. */
  function read(...fields: string[]) {
    return readParts(readMt940, [...HEAD, ...fields, CLOSING, '-', ''].join('\r\n'));
  }

  function readLine(...fields: string[]) {
    const { lines, problems } = read(...fields);
    expect(problems).toEqual([]);
    expect(lines).toHaveLength(1);
    return lines[0]!;
  }

  function problemOf(...fields: string[]) {
    const { lines, problems } = read(...fields);
    expect(lines).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toMatch(/^(The|A) .+\. .+\.$/);
    return problems[0]!;
  }

  test('A statement begins with its account, numbers and opening balance, and ends with the closing one', () => {
    const { headers, ends, problems } = read();
    expect(problems).toEqual([]);
    expect(headers).toEqual([
      {
        kind: 'statement',
        account: { iban: 'DE89370400440532013000', number: null, currency: 'EUR' },
        statementId: 'STARTUMS/17',
        sequenceNumber: '17',
        page: 1,
        opening: { amountMinor: 10_000, date: '2026-11-20' },
      },
    ]);
    expect(ends).toEqual([{ closing: { amountMinor: 10_000, date: '2026-11-22' }, isLastPage: true }]);
  });

  test('A line has its dates, amount, type and references', () => {
    expect(readLine(':61:2611221121CR1234,5NTRFABC-77//0724//x', 'details')).toMatchObject({
      place: 'line 5',
      valueDate: '2026-11-22',
      bookingDate: '2026-11-21',
      direction: 'credit',
      amountMinor: 123_450,
      currency: 'EUR',
      status: 'booked',
      isReversal: false,
      endToEndId: 'ABC-77',
      bankReference: '0724//x',
      isBankReferenceTrusted: false,
      transactionCode: 'NTRF',
      remittance: ['details'],
      raw: ':61:2611221121CR1234,5NTRFABC-77//0724//x\ndetails',
    });
  });

  test.each([
    ['C', 'credit', false],
    ['D', 'debit', false],
    ['RC', 'debit', true],
    ['RD', 'credit', true],
  ])('The mark %s is a %s, reversal: %s', (mark, direction, isReversal) => {
    expect(readLine(`:61:261122${mark}R1,NTRFNONREF`)).toMatchObject({
      direction,
      isReversal,
      endToEndId: null,
    });
  });

  test('An announced line is pending in a statement too', () => {
    expect(readLine(':61:261122EC1,NTRFNONREF')).toMatchObject({ direction: 'credit', status: 'pending' });
  });

  test.each([
    ['12,35NTRF', 1235],
    ['12,35 NTRF', 1235],
    [' 12,35NTRF', 1235],
    ['1 234,5NTRF', 123_450],
    ['9,N192', 900],
    ['500NTRF', 50_000],
    ['000000108256,39NDDB', 10_825_639],
    ['0,01000NTRF', 1],
    ['90071992547409,91NTRF', Number.MAX_SAFE_INTEGER],
  ])('The amount of %s is %d minor units', (text, amountMinor) => {
    expect(readLine(`:61:2611221122C${text}NONREF`).amountMinor).toBe(amountMinor);
  });

  test.each([
    '12.35NTRF',
    '1.234,56NTRF',
    '1,234.56NTRF',
    '12,355NTRF',
    '1 2,35NTRF',
    '12,3 5NTRF',
    '-12,35NTRF',
    ',50NTRF',
    'NTRF',
    '12,35',
    '12,35//x',
    '1\u00012,35NTRF',
    '90071992547409,92NTRF',
    `${'9'.repeat(100)},NTRF`,
  ])('The amount of %j is a problem, not another amount', (text) => {
    expect(problemOf(`:61:2611221122C${text}`)).toMatchObject({ code: 'bad-amount', place: 'line 5' });
  });

  test('A line that moves no money is left out', () => {
    expect(read(':61:2611221122C0,00NMSCNONREF', ':86:805?00ABSCHLUSS')).toMatchObject({
      lines: [],
      problems: [],
    });
  });

  test.each(['260231', '261301', '000000', '26112', 'ABCDEF'])('The value date %s is a problem', (date) => {
    expect(problemOf(`:61:${date}C1,NTRFNONREF`).code).toBe('bad-date');
  });

  test('A booking date that the calendar does not have is a problem', () => {
    expect(problemOf(':61:2611220231C1,NTRFNONREF').code).toBe('bad-date');
  });

  test('A line without a mark of its direction is a problem', () => {
    expect(problemOf(':61:2611221122X1,NTRFNONREF').code).toBe('bad-direction');
  });

  test.each([
    ['270102', '1231', '2026-12-31'],
    ['261231', '0102', '2027-01-02'],
    ['280301', '0229', '2028-02-29'],
    ['261122', '    ', null],
    ['261122', '', null],
  ])('The value date %s and the booking day %j are the booking date %s', (value, booking, expected) => {
    expect(readLine(`:61:${value}${booking}C1,NTRFNONREF`).bookingDate).toBe(expected);
  });

  test('The first digits of a year are those nearest to today', () => {
    expect(readLine(':61:990101C1,NTRFNONREF').valueDate).toBe('1999-01-01');
  });

  test('Types with blanks and references below the amount are read', () => {
    expect(readLine(':61:261122D25,03NOV NONREF')).toMatchObject({
      transactionCode: 'NOV',
      amountMinor: 2503,
    });
    expect(readLine(':61:261122C1,56NTRFEREF//0001005/TRCD/00100/')).toMatchObject({
      bankReference: '0001005',
    });
    expect(readLine(':61:261122C1,NTRFNONREF', 'NL44RABO0123456789', ':86:text')).toMatchObject({
      counterpartyIban: 'NL44RABO0123456789',
      remittance: ['text'],
    });
  });

  test('A line that is folded within its amount is read whole', () => {
    expect(readLine(':61:2611221122CR3', '0,05N062NONREF', ':86:text').amountMinor).toBe(3005);
  });

  test('A line has no text, one, or two', () => {
    expect(readLine(':61:261122C1,NTRFNONREF').remittance).toEqual([]);
    expect(readLine(':61:261122C1,NTRFNONREF', ':86:').remittance).toEqual([]);
    expect(readLine(':61:261122C1,NTRFNONREF', ':86:one', ':86:two').remittance).toEqual(['one', 'two']);
    const continued = readLine(':61:261122C1,NTRFNONREF', ':86:166?00A?20SVWZ+one ', ':86:?21two?32NAME');
    expect(continued).toMatchObject({ remittance: ['one two'], counterpartyName: 'NAME' });
  });

  test('The text below an entry counts next to its free text', () => {
    const below = (supplement: string, ...texts: string[]) =>
      readLine(':61:2611221122C500,00NTRFNONREF//B1', supplement, ...texts).remittance;
    expect(below('K7M29QXT AYSE YILMAZ', ':86:FASTER PAYMENT')).toEqual([
      'K7M29QXT AYSE YILMAZ',
      'FASTER PAYMENT',
    ]);
    expect(below('K7M29QXT', ':86:')).toEqual(['K7M29QXT']);
  });

  test('A line has the key that it had before the text below its entry was read, and names that reference', () => {
    const keyed = (...below: string[]) => {
      const entry = ':61:2611221122C500,00NTRFNONREF//B1';
      const part = keyPart({ kind: 'line', line: readLine(entry, ...below, ':86:FASTER PAYMENT') });
      return part.kind === 'line' ? part.keyed : undefined;
    };
    expect(keyed(REFERENCE)?.key).toBe(keyed()?.key);
    expect(keyed(REFERENCE)?.references).toContain(REFERENCE);
  });

  test.each([
    ['codes of the bank', '/OCMT/EUR1,00/CHGS/EUR0,10/', 'text'],
    ['codes that are not known', '/FEES/EUR1,00', 'text'],
    ['the beginning of the text', 'FASTER PAYMENT', 'Faster payment K7M29QXT'],
    ['a booking text beside keys', '020-PRZELEW', '020?20text?32NAME'],
    ['a booking text beside codes', 'OVERBOEKING', '/NAME/A/REMI/text'],
  ])('The text below an entry counts once, and not if it is %s', (_, supplement, text) => {
    const alone = readLine(':61:261122C1,NTRFNONREF', `:86:${text}`).remittance;
    expect(readLine(':61:261122C1,NTRFNONREF', supplement, `:86:${text}`).remittance).toEqual(alone);
  });

  test('Lines of a text can look like a time, a hyphen or the end of a message', () => {
    const texts = [':86:at 12-09-2014T16', ':20:37 and', '-', '- more', ':26:37', '-XXX'];
    const { lines, ends, problems } = read(':61:261122C1,NTRFNONREF', ...texts, ':61:261122C2,NTRFNONREF');
    expect(problems).toEqual([]);
    expect(lines.map((line) => line.amountMinor)).toEqual([100, 200]);
    expect(lines[0]!.remittance).toEqual(['at 12-09-2014T16', ':20:37 and', '-', '- more', ':26:37', '-XXX']);
    expect(ends).toHaveLength(1);
  });

  test('The raw text of a line is cut', () => {
    const { raw } = readLine(
      ':61:261122C1,NTRFNONREF',
      ...Array(99)
        .fill('x'.repeat(60))
        .map((text, i) => (i ? text : `:86:${text}`)),
    );
    expect(raw).toHaveLength(4000);
  });

  test.each([
    // Entry date, in the year nearest to the value date.
    ['2703010229', '2027-03-01', '2027-02-28'],
    ['2503010229', '2025-03-01', '2025-02-28'],
    ['2602270230', '2026-02-27', '2026-02-28'],
    ['2803010230', '2028-03-01', '2028-02-29'],
    // Value date.
    ['2702300301', '2027-02-28', '2027-03-01'],
    ['2702290228', '2027-02-28', '2027-02-28'],
    ['2802300229', '2028-02-29', '2028-02-29'],
    ['2601011230', '2026-01-01', '2025-12-30'],
  ])(
    'The dates %s of a bank that counts 30 days in each month are %s and %s',
    (dates, valueDate, bookingDate) => {
      expect(readLine(`:61:${dates}C7,NTRFNONREF`)).toMatchObject({ valueDate, bookingDate });
    },
  );

  test('A balance of 30 February is of the last day of it', () => {
    const { ends, problems } = readParts(readMt940, [...HEAD, ':62F:C270230EUR100,', '-'].join('\n'));
    expect(problems).toEqual([]);
    expect(ends).toMatchObject([{ closing: { date: '2027-02-28' } }]);
  });

  test('A date that no calendar has is refused by its name', () => {
    expect(problemOf(':61:2602310301C7,NTRFNONREF').message).toContain('value date');
    expect(problemOf(':61:2602280231C7,NTRFNONREF').message).toContain('entry date');
    expect(problemOf(':61:2611311121C7,NTRFNONREF').message).toContain('value date');
  });
});

describe('mt940 files', () => {
  test('A text of the whole statement belongs to no line', () => {
    const file = [
      ...HEAD,
      ':86:before',
      ':61:261122C1,NTRFNONREF',
      CLOSING,
      ':86:behind',
      ':64:C261122EUR1,',
      '-',
    ];
    const { lines, problems } = readParts(readMt940, file.join('\n'));
    expect(problems).toEqual([]);
    expect(lines.map((line) => line.remittance)).toEqual([[]]);
  });

  test('Several statements in envelopes are read, with any line ends', () => {
    const message = (number: number) =>
      `\u0001{1:F01BANKDEFFXXXX0000000000}{2:O940120026}{4:\r\n:20:A${number}\n:25:BANKDEFF/0123\r:28C:${number}\r\n:60F:C261122EUR1,\n:61:261122C1,NTRFNONREF\r:62F:C261122EUR2,\r\n-}{5:{MAC:0}}\u0003`;
    for (const end of ['', '\n', '\r\n']) {
      const { headers, lines, ends, problems } = readParts(readMt940, [1, 2, 3].map(message).join(end));
      expect(problems).toEqual([]);
      expect(headers.map((header) => header.statementId)).toEqual(['A1/1', 'A2/2', 'A3/3']);
      expect(headers[0]!.account).toEqual({ iban: null, number: 'BANKDEFF/0123', currency: 'EUR' });
      expect([lines.length, ends.length]).toEqual([3, 3]);
    }
  });

  test.each([
    ['50880050/0194777100888EUR', null],
    ['DE89370400440532013000EUR', 'DE89370400440532013000'],
    ['DE89370400440532013000 EUR', 'DE89370400440532013000'],
    ['/PL61109010140000071219812874', 'PL61109010140000071219812874'],
    ['COBADEFF/DE89370400440532013000/EUR', 'DE89370400440532013000'],
  ])('The account of %s is %s', (text, iban) => {
    const file = [HEAD[0], `:25:${text}`, ...HEAD.slice(2), CLOSING].join('\n');
    const { account } = readParts(readMt940, file).headers[0]!;
    expect(account.iban).toBe(iban);
    expect(account.number).toBe(iban === null ? text.slice(0, -3) : null);
  });

  test('Pages of one statement are numbered, and only the last one ends it', () => {
    const page = (number: string, opening: string, closing: string) =>
      `:20:A\n:25:0123\n:28C:${number}\n:60${opening}:C261122EUR1,\n:62${closing}:C261122EUR1,\n-\n`;
    const numbered = page('5/00001', 'F', 'M') + page('5/00002', 'M', 'F');
    const unnumbered = page('5', 'F', 'M') + page('5', 'M', 'M') + page('5', 'M', 'F') + page('6', 'F', 'F');
    const pages = (file: string) => {
      const { headers, ends } = readParts(readMt940, file);
      return headers.map((header, index) => [header.page, ends[index]!.isLastPage]);
    };
    expect(pages(numbered)).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(pages(unnumbered)).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [1, true],
    ]);
  });

  test.each([
    ['a floor limit', [':34F:EUR0,', ':13D:2611221200+0100'], [':90D:0EUR0,', ':90C:1EUR1,']],
    ['a time of report', [':13D:2611221200+0100', ':34F:EURD0,'], []],
    ['an envelope of MT942 and totals only', [], [':90C:1EUR1,']],
  ])('A report with %s is MT942: its lines are pending', (_, head, end) => {
    const envelope = head.length === 0 ? ['{1:F01BANKDEFFXXXX0000000000}{2:O942120026}{4:'] : [];
    const currency = head.length === 0 ? ':25:0123' : ':25:DE89370400440532013000EUR';
    const file = [
      ...envelope,
      ':20:A',
      currency.replace('0123', 'DE89370400440532013000EUR'),
      ':28C:1',
      ...head,
    ];
    const { headers, lines, ends, problems } = readParts(
      readMt940,
      [...file, ':61:261122C1,NTRFNONREF', ':86:text', ...end, ':86:behind', '-'].join('\n'),
    );
    expect(problems).toEqual([]);
    expect(headers).toMatchObject([{ kind: 'intraday', opening: null }]);
    expect(lines).toMatchObject([{ status: 'pending', currency: 'EUR' }]);
    expect(ends).toEqual([{ closing: null, isLastPage: true }]);
  });

  test.each([['F'], ['M']])(
    'A report with balances (:60%s:) has none of a day: no pending line leads from one to the other',
    (option) => {
      const file = [
        ':20:A',
        ':25:DE89370400440532013000',
        ':28C:1',
        ':34F:EUR0,',
        `:60${option}:C261122EUR100,`,
      ];
      const end = [`:62${option}:C261122EUR101,`, ':90D:0EUR0,', ':90C:1EUR1,', '-'];
      const { headers, lines, ends, problems } = readParts(
        readMt940,
        [...file, ':61:261122C1,NTRFNONREF', ':86:text', ...end].join('\n'),
      );
      expect(problems).toEqual([]);
      expect(headers).toMatchObject([{ kind: 'intraday', page: 1, opening: null }]);
      expect(lines).toMatchObject([{ status: 'pending', currency: 'EUR' }]);
      expect(ends).toEqual([{ closing: null, isLastPage: true }]);
    },
  );

  test('A time of report makes no report of a statement with its balances', () => {
    expect(readParts(readMt940, [...HEAD, ':13D:2611221200+0100', CLOSING].join('\n')).headers[0]!.kind).toBe(
      'statement',
    );
  });

  test.each([
    ['without its closing balance', [...HEAD, ':61:261122C1,NTRFNONREF'], 'missing-field'],
    ['without its opening balance', [':20:A', ':25:0123EUR', ':28C:1', CLOSING], 'missing-field'],
    ['that begins at a line', [':61:261122C1,NTRFNONREF', ':86:text'], 'broken-file'],
    ['with a line behind its end', [...HEAD, CLOSING, ':61:261122C1,NTRFNONREF'], 'broken-file'],
    ['with two opening balances', [...HEAD, HEAD[3], CLOSING], 'broken-file'],
    ['with two closing balances', [...HEAD, CLOSING, CLOSING], 'broken-file'],
    ['with a balance that is cut off', [...HEAD, ':62F:C261122EUR10'], 'bad-amount'],
    ['with a balance on no day', [...HEAD, ':62F:C260231EUR100,'], 'bad-date'],
    ['with two currencies', [...HEAD, ':62F:C261122USD100,'], 'bad-currency'],
    [
      'without a currency',
      [...HEAD.slice(0, 3), ':60F:C261122100,', ':61:261122C1,NTRFNONREF', CLOSING],
      'bad-currency',
    ],
  ])('A file %s is a problem', (_, file, code) => {
    expect(readParts(readMt940, file.join('\n')).problems[0]).toMatchObject({ code });
  });

  test('Files of anything else are no statements', () => {
    for (const file of ['', 'Tarih;Tutar\n1;2', '<Document/>', '\u0000'.repeat(1000), 'x'.repeat(1_000_000)])
      expect(readParts(readMt940, file).problems).toMatchObject([{ code: 'not-a-statement', place: null }]);
  });

  test('Balances below zero, without a currency or without a day are read', () => {
    const file = ':20:A\n:25:1\n:28:1/1\n:60F:D000000DEM5,\n:62F:C020315105000,00\n';
    const { headers, ends, problems } = readParts(readMt940, file);
    expect(problems).toEqual([]);
    expect(headers[0]!.opening).toEqual({ amountMinor: -500, date: null });
    expect(ends[0]!.closing).toEqual({ amountMinor: 10_500_000, date: '2002-03-15' });
  });

  test('The limits of a file stop the reading with a problem', () => {
    const line = ':61:261122C1,NTRFNONREF';
    const codes = (file: string[], limits: object) =>
      readParts(readMt940, file.join('\n'), limits).problems.map((problem) => problem.code);
    expect(codes(HEAD, { maxBytes: 50 })).toEqual(['too-large']);
    expect(codes([...HEAD, line, line, line, CLOSING], { maxLines: 2 })).toEqual(['too-many-lines']);
    expect(codes([...HEAD, line, line, CLOSING], { maxLines: 2 })).toEqual([]);
    expect(codes([...HEAD, line, `:86:${'x'.repeat(200)}`, CLOSING], { maxText: 200 })).toEqual([
      'too-large',
    ]);
    expect(codes([...HEAD, line, ...Array(100).fill(':86:text'), CLOSING], { maxText: 200 })).toEqual([
      'too-large',
    ]);
    const bad = ':61:X';
    expect(codes([...HEAD, bad, bad, bad, bad, CLOSING], { maxProblems: 3 })).toHaveLength(3);
  });

  test('A mark of UTF-8 at the beginning is no part of the first field', () => {
    const { headers, problems } = readParts(readMt940, '\ufeff:20:A\n:60F:C261122EUR1,\n:62F:C261122EUR1,');
    expect([headers[0]!.statementId, problems]).toEqual(['A', []]);
  });

  test('A single hyphen behind the opening balance ends nothing', () => {
    const file = [
      ...HEAD,
      '-',
      ':61:261122C1,NTRFNONREF',
      ':86:x',
      ':62F:C261122EUR101,',
      '-',
      ...HEAD,
      CLOSING,
      '-',
    ];
    const { headers, lines, problems } = readParts(readMt940, file.join('\n'));
    expect(problems).toEqual([]);
    expect([headers.length, lines.map((line) => line.remittance)]).toEqual([2, [['x']]]);
  });

  test('More statements than the limit are refused at the first that is too many', () => {
    const file = Array.from({ length: 4 }, () => [...HEAD, CLOSING, '-'].join('\n')).join('\n');
    const { headers, problems } = readParts(readMt940, file, { maxStatements: 3 });
    expect([headers.length, problems.map(({ code }) => code)]).toEqual([3, ['too-many-statements']]);
    expect(readParts(readMt940, file, { maxStatements: 4 }).problems).toEqual([]);
  });
});

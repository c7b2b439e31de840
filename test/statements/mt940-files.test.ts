import { expect, test } from 'vitest';
import { readMt940 } from '../../src/statements/mt940.ts';
import { readParts } from '../support/statements/read-parts.ts';

const HEAD = [':20:STARTUMS', ':25:DE89370400440532013000', ':28C:00017/001', ':60F:C261120EUR100,'];
const CLOSING = ':62F:C261122EUR100,';

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
  expect(codes([...HEAD, line, `:86:${'x'.repeat(200)}`, CLOSING], { maxText: 200 })).toEqual(['too-large']);
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

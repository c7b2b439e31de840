import { expect, test } from 'vitest';
import { readMt940 } from '../../src/statements/mt940.ts';
import { readParts } from '../support/statements/read-parts.ts';

const HEAD = [':20:STARTUMS', ':25:DE89370400440532013000', ':28C:00017/001', ':60F:C261120EUR100,'];
const CLOSING = ':62F:C261122EUR100,';

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
  expect(readLine(':61:261122D25,03NOV NONREF')).toMatchObject({ transactionCode: 'NOV', amountMinor: 2503 });
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

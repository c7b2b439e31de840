import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  payment,
  problemsOf,
  read,
  reason,
  repeated,
  reportIn,
  statusFile,
  transaction,
} from '../support/payouts/pain002-texts.ts';
import { holds } from '../support/properties.ts';
import { mutation } from '../support/statements/mutations.ts';

const FILE = statusFile({
  group: '<GrpSts>PART</GrpSts>',
  payments: payment(transaction(1, 'RJCT', reason('AC04', 'Hesap kapalı') + repeated('10.00'))),
});
const codesOf = (...given: Parameters<typeof problemsOf>) => problemsOf(...given).map(({ code }) => code);
const longText = (length: number) => FILE.replace('Hesap kapalı', 'x'.repeat(length));

describe('a file that is refused', () => {
  test.each([
    ['nothing', ''],
    ['a table', 'Tarih;Tutar'],
    ['a statement', '<Document><BkToCstmrStmt/></Document>'],
    ['the status between banks', '<Document><FIToFIPmtStsRpt/></Document>'],
    ['an order to pay', '<Document><CstmrCdtTrfInitn/></Document>'],
    ['version .02', '<Document><pain.002.001.02/></Document>'],
  ])('for being %s says so with a cure', (_, file) => {
    expect(problemsOf(file)).toMatchObject([
      {
        code: 'not-a-statement',
        place: null,
        message: expect.stringMatching(/\(pain\.002\).*\. \S.+\.$/),
      },
    ]);
  });

  test('for a document type names it', () => {
    const type = '<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b "&a;&a;">]>';
    expect(codesOf(FILE.replace('<Document', `${type}<Document`))).toEqual(['forbidden-content']);
  });

  test('for an entity is broken', () => {
    expect(codesOf(FILE.replace('Hesap', '&b;'))).toEqual(['broken-file']);
  });

  test('for breaking off names the line', () => {
    const place = expect.stringMatching(/^line \d+$/);
    expect(problemsOf(FILE.slice(0, -30))).toMatchObject([{ code: 'broken-file', place }]);
  });

  test('for its encoding names that', () => {
    const [unknown] = problemsOf(FILE.replace('UTF-8', 'EBCDIC-CP-US'));
    expect(unknown?.message).toContain('EBCDIC-CP-US');
    expect(codesOf(Buffer.from(FILE.replace('Hesap kapalı', 'Grüße'), 'latin1'))).toEqual(['broken-file']);
  });

  test('for several reports says how to part them', () => {
    const [, report = ''] = /(<CstmrPmtStsRpt>.*<\/CstmrPmtStsRpt>)/s.exec(FILE) ?? [];
    const [problem] = problemsOf(FILE.replace('</Document>', `${report}</Document>`));
    expect(problem?.message).toMatch(/several reports\. Save each/);
  });

  test('quotes at most 40 characters', () => {
    const [problem] = problemsOf(FILE.replace('10.00', '9'.repeat(300)));
    expect(/"(.*)"/.exec(problem?.message ?? '')?.[1]).toHaveLength(40);
  });
});

describe('the limit', () => {
  test('of bytes refuses what is larger, and not what just fits', () => {
    const maxBytes = Buffer.byteLength(FILE);
    expect([codesOf(FILE, { maxBytes: maxBytes - 1 }), codesOf(FILE, { maxBytes })]).toEqual([
      ['too-large'],
      [],
    ]);
  });

  test.each(['<a>', FILE.split('</TxInfAndSts>')[0] ?? ''])('of depth stops a nest', (before) => {
    expect(codesOf(before + '<b>'.repeat(1_000_000))).toEqual(['too-deep']);
  });

  test('of a text stops one that is longer, also of 10 MB', () => {
    expect([4000, 4001, 10_000_000].map((length) => codesOf(longText(length)))).toEqual([
      [],
      ['too-large'],
      ['too-large'],
    ]);
  });

  test('of a text cuts the explanation of a reason', () => {
    const texts = Array.from({ length: 100 }, () => 'x'.repeat(105));
    const file = statusFile({ group: reason('NARR', ...texts) });
    const text = reportIn(file).group?.reasons[0]?.text;
    expect([text?.length, text?.at(-1)]).toEqual([4000, '…']);
  });

  test.each([
    ['payments', { maxPayments: 2 }, payment('').repeat(2), payment('').repeat(3)],
    [
      'transactions',
      { maxTransactions: 2 },
      payment(transaction(1)).repeat(2),
      payment(transaction(1)) + payment(transaction(2) + transaction(3)),
    ],
    ['reasons', { maxReasons: 2 }, payment(reason('AC04').repeat(2)), payment(reason('AC04').repeat(3))],
  ])('of %s stops the first that is too many', (_, limits, fitting, more) => {
    const codes = [fitting, more].map((payments) => codesOf(statusFile({ payments }), limits));
    expect(codes).toEqual([[], ['too-many-lines']]);
  });

  test('of problems stops a file that has nothing else', () => {
    const payments = payment(transaction(1, 'RJCT', repeated('x')).repeat(50));
    expect(codesOf(statusFile({ payments }), { maxProblems: 3 })).toHaveLength(3);
  });
});

test('a file that is changed anywhere is a report, a protocol or problems', () =>
  holds(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const bytes = mutations.reduce<Uint8Array>((changed, mutate) => mutate(changed), Buffer.from(FILE));
      const reading = read(bytes);
      if (reading.kind === 'problems') expect(reading.problems.length).toBeGreaterThan(0);
    }),
    400,
  ));

test('a file that is cut off anywhere has a problem', () =>
  holds(
    fc.property(fc.nat(FILE.trimEnd().length - 1), (length) => {
      expect(problemsOf(FILE.slice(0, length)).length).toBeGreaterThan(0);
    }),
    250,
  ));

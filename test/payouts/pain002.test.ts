import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REASON_CODES } from '../../src/payouts/domain/reason-codes.ts';
import { REASON_LANGUAGES, reasonWords, wordsOfReasons } from '../../src/payouts/domain/reason-words.ts';
import type { StatusReason } from '../../src/payouts/domain/status-report.ts';
import {
  FILE_ID,
  GROUP_ID,
  payment,
  payoutId,
  problemsOf,
  read,
  reason,
  repeated,
  reportIn,
  statusFile,
  transaction,
} from '../support/payouts/pain002-texts.ts';
import { holds } from '../support/properties.ts';
import { changesOf } from '../support/statements/mutations.ts';

describe('pain002', () => {
  const NARRATIVE = { code: 'NARR', proprietary: null, text: 'No account / unable to locate' };
  const CLOSED = { code: 'AC04', proprietary: null, text: null };
  const NO_AMOUNT = { amountMinor: null, currency: null, iban: null };

  const MIXED = statusFile({
    group: `<OrgnlNbOfTxs>3</OrgnlNbOfTxs><GrpSts>PART</GrpSts><NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>`,
    payments: payment(
      `<PmtInfSts>PART</PmtInfSts>${transaction(1, 'ACSP')}${transaction(2, 'RJCT', reason('AC04') + repeated('1250.50'))}`,
    ),
  });

  describe('a status report', () => {
    test('names itself and the file that it answers', () => {
      expect(reportIn(statusFile())).toEqual({
        messageId: 'PSR-20261128-7',
        createdAt: '2026-11-28T09:30:47',
        originalMessageId: FILE_ID,
        originalMessageName: 'pain.001.001.09',
        group: null,
        payments: [],
      });
    });

    test('has the status and the reasons of the whole file', () => {
      const group = `<GrpSts>RJCT</GrpSts>${reason('NARR', 'No account', '/ unable to locate')}`;
      expect(reportIn(statusFile({ group }))).toMatchObject({
        group: { status: 'RJCT', reasons: [NARRATIVE] },
        payments: [],
      });
    });

    test('has the status and the reasons of a payment', () => {
      const payments = payment(`<PmtInfSts>ACCP</PmtInfSts>${reason('bank-7', 'checked')}`);
      expect(reportIn(statusFile({ payments })).payments).toEqual([
        {
          paymentInformationId: GROUP_ID,
          status: 'ACCP',
          reasons: [{ code: null, proprietary: 'bank-7', text: 'checked' }],
          transactions: [],
        },
      ]);
    });

    test('has the transactions with what the bank repeats of them', () => {
      const { group, payments } = reportIn(MIXED);
      expect(group).toEqual({ status: 'PART', reasons: [] });
      expect(payments[0]?.transactions).toEqual([
        {
          endToEndId: payoutId(1),
          instructionId: `I-${payoutId(1)}`,
          status: 'ACSP',
          reasons: [],
          ...NO_AMOUNT,
        },
        {
          endToEndId: payoutId(2),
          instructionId: `I-${payoutId(2)}`,
          status: 'RJCT',
          reasons: [CLOSED],
          amountMinor: 125_050,
          currency: 'TRY',
          iban: 'TR330006100519786457841326',
        },
      ]);
    });

    test('keeps repeated payments and transactions in the order of the file', () => {
      const payments =
        payment(transaction(1, 'ACSP')) + payment(transaction(1, 'RJCT')) + payment('', 'OTHER');
      const report = reportIn(statusFile({ payments }));
      expect(report.payments.map((one) => [one.paymentInformationId, one.transactions[0]?.status])).toEqual([
        [GROUP_ID, 'ACSP'],
        [GROUP_ID, 'RJCT'],
        ['OTHER', undefined],
      ]);
    });

    test.each(['<GrpSts/>', '<GrpSts> </GrpSts>', '<StsRsnInf/>'])('takes %s for no status', (group) => {
      expect(reportIn(statusFile({ group })).group).toBeNull();
    });

    test('takes NOTPROVIDED for no id', () => {
      const payments = payment(transaction('NOTPROVIDED', 'ACSP'));
      expect(reportIn(statusFile({ payments })).payments[0]?.transactions[0]?.endToEndId).toBeNull();
    });

    test('keeps the account of a refused payment that is no IBAN', () => {
      const payments = payment(transaction(1, 'RJCT', repeated('1.00', 'TR00 12')));
      expect(reportIn(statusFile({ payments })).payments[0]?.transactions[0]?.iban).toBe('TR00 12');
    });
  });

  describe('any form of the file', () => {
    const prefixed = (file: string) =>
      file.replace(/<(\/?)(?=[A-Z])/g, '<$1p:').replace('xmlns=', 'xmlns:p=');

    test.each(['03', '04', '09', '10', '11', '12', '13', '14'])('is read in version .%s', (version) => {
      expect(reportIn(MIXED.replace('.001.10', `.001.${version}`))).toEqual(reportIn(MIXED));
    });

    test.each([
      ['prefixes', prefixed(MIXED)],
      [
        'an envelope',
        MIXED.replace('<Document', '<x:E xmlns:x="u"><Document').replace('</Document>', '</Document></x:E>'),
      ],
      ['a foreign namespace', MIXED.replace(/xmlns="[^"]*"/, 'xmlns="urn:example:bank"')],
      ['no namespace', MIXED.replace(/ xmlns="[^"]*"/, '')],
      ['UTF-16', Buffer.from(`\ufeff${MIXED.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ])('is read with %s', (_, file) => {
      expect(reportIn(file)).toEqual(reportIn(MIXED));
    });

    test('is read without what the bank adds of other kinds', () => {
      const added = '<SplmtryData><Envlp><GrpSts>ACCC</GrpSts><TxSts>ACCC</TxSts></Envlp></SplmtryData>';
      const file = MIXED.replaceAll('</TxInfAndSts>', `${added}</TxInfAndSts>`).replace(
        '</CstmrPmtStsRpt>',
        `${added}</CstmrPmtStsRpt>`,
      );
      expect(reportIn(file)).toEqual(reportIn(MIXED));
    });
  });

  test('the protocol of an EBICS server is left alone, whatever follows in it', () => {
    const file = statusFile({
      version: '03',
      original: 'EBICS',
      payments: payment(reason('DS01'), 'ES_VERIFICATION'),
    });
    const [whole, broken] = [read(file), read(file.slice(0, -60))];
    expect(whole).toMatchObject({
      kind: 'problems',
      problems: [
        { message: expect.stringMatching(/EBICS .* nothing about payments\. Nothing has changed\. Import/) },
      ],
    });
    expect(broken).toEqual(whole);
  });

  describe('a problem', () => {
    const bad = [
      ['a missing MsgId', MIXED.replace(/<MsgId>.*?<\/MsgId>/, ''), 'missing-field', null],
      ['an empty OrgnlMsgId', MIXED.replace(`>${FILE_ID}<`, '><'), 'missing-field', null],
      [
        'a payment without an id',
        MIXED.replace(/<OrgnlPmtInfId>.*?<\/OrgnlPmtInfId>/, ''),
        'missing-field',
        'payment 1',
      ],
      ['two statuses of the file', MIXED.replace(/<GrpSts>.*?<\/GrpSts>/, '$&$&'), 'broken-file', null],
      [
        'two statuses of a transaction',
        MIXED.replace('<TxSts>RJCT</TxSts>', '$&<TxSts>ACSP</TxSts>'),
        'broken-file',
        'payment 1, transaction 2',
      ],
      ['a third decimal', MIXED.replace('1250.50', '1250.505'), 'bad-amount', 'payment 1, transaction 2'],
      ['no currency', MIXED.replace('"TRY"', '"TL"'), 'bad-currency', 'payment 1, transaction 2'],
    ] as const;

    test.each(bad)('of %s has its place and a sentence', (_, file, code, place) => {
      expect(problemsOf(file)).toMatchObject([{ code, place, message: expect.stringMatching(/^\S.*[.]$/) }]);
    });

    test('stays when the file breaks off behind it', () => {
      const file = MIXED.replace('1250.50', 'x').slice(0, -30);
      expect(problemsOf(file).map(({ code }) => code)).toEqual(['bad-amount', 'broken-file']);
    });

    test('does not hide the next one', () => {
      const file = MIXED.replace('1250.50', 'x').replace(/<MsgId>.*?<\/MsgId>/, '');
      expect(problemsOf(file).map(({ code }) => code)).toEqual(['bad-amount', 'missing-field']);
    });
  });
});

describe('pain002 hostile', () => {
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
      fc.property(changesOf(Buffer.from(FILE)), (bytes) => {
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
});

describe('reason words', () => {
  function reason(given: Partial<StatusReason>): StatusReason {
    return { code: null, proprietary: null, text: null, ...given };
  }

  /** Codes that banks give for credit transfers, and that must have words. */
  const NEEDED =
    'AC01 AC02 AC03 AC04 AC05 AC06 AC07 AG01 AG02 AM01 AM02 AM03 AM04 AM05 AM09 AM10 BE01 BE04 BE05 CNOR DNOR CUST DT01 DU01 DU02 DU03 DU04 DU05 ED05 FF01 FOCR FRAD MD06 MD07 MS02 MS03 RC01 RR01 RR02 RR03 RR04 TECH TM01 UPAY'.split(
      ' ',
    );

  describe('the words for a reason', () => {
    test.each(NEEDED)('%s are in both languages', (code) => {
      for (const language of REASON_LANGUAGES)
        expect(reasonWords(reason({ code }), language)).toMatch(
          new RegExp(`^\\p{Lu}.*[^.] \\(${code}\\)$`, 'u'),
        );
    });

    test('differ between codes', () => {
      for (const index of [0, 1] as const) {
        const words = Object.values(REASON_CODES).map((both) => both[index]);
        expect(new Set(words).size).toBe(words.length);
      }
    });

    test.each([
      ['a known code', { code: 'AC04' }, 'Hesap kapalı (AC04)'],
      ['a known code and a text', { code: 'AM04', text: 'EFT limiti' }, 'Bakiye yetersiz (AM04): EFT limiti'],
      ['an unknown code', { code: 'XX99' }, 'XX99'],
      ['an unknown code and a text', { code: 'XX99', text: 'Sistem hatası' }, 'XX99: Sistem hatası'],
      ['a name of the language', { code: 'constructor' }, 'constructor'],
      ['a code of the bank', { proprietary: '0042', text: 'Red' }, '0042: Red'],
      [
        'two codes and a text',
        { code: 'AC04', proprietary: '42', text: 'Red' },
        'Hesap kapalı (AC04): 42: Red',
      ],
      ['a text alone', { text: 'Red' }, 'Red'],
      ['a narrative', { code: 'NARR', text: 'Hesap bulunamadı' }, 'Hesap bulunamadı'],
      ['an empty narrative', { code: 'NARR' }, 'Banka neden belirtmedi'],
      ['nothing', {}, 'Banka neden belirtmedi'],
      ['characters that turn a text around', { text: 'a\u202eb' }, 'a_b'],
    ])('of %s are its own', (_, given, words) => {
      expect(reasonWords(reason(given), 'tr')).toBe(words);
    });

    test('of several reasons stand once each', () => {
      const [closed, narrative] = [reason({ code: 'AC04' }), reason({ code: 'NARR', text: 'see above' })];
      expect(wordsOfReasons([closed, narrative, closed], 'en')).toBe(
        'The account is closed (AC04); see above',
      );
      expect(wordsOfReasons([], 'en')).toBe('The bank gives no reason');
    });
  });
});

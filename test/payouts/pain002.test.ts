import { describe, expect, test } from 'vitest';
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
    const payments = payment(transaction(1, 'ACSP')) + payment(transaction(1, 'RJCT')) + payment('', 'OTHER');
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
  const prefixed = (file: string) => file.replace(/<(\/?)(?=[A-Z])/g, '<$1p:').replace('xmlns=', 'xmlns:p=');

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

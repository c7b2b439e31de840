import { describe, expect, test } from 'vitest';
import { readCamt } from '../../src/statements/camt.ts';
import {
  asNotification,
  asReport,
  balance,
  entry,
  fileOf,
  OUR_IBAN,
  statement,
  statementFile,
  transaction,
} from '../support/statements/camt-texts.ts';
import { lineOf, linesOf, problemOf } from '../support/statements/read-camt.ts';
import { readParts } from '../support/statements/read-parts.ts';

/** The beginnings and the ends of the statements of a file. */
function framesOf(file: string) {
  const { headers, ends } = readParts(readCamt, file);
  return headers.map((header, index) => ({ ...header, ...ends[index] }));
}

describe('the statements of a file', () => {
  test('are read with their accounts, in their order', () => {
    const other = statement(entry({ amount: '<Amt Ccy="USD">5.00</Amt>' }))
      .replace(`<IBAN>${OUR_IBAN}</IBAN>`, '<Othr><Id> 0059-00372/66 </Id></Othr>')
      .replace('<Ccy>EUR</Ccy>', '<Ccy>USD</Ccy>');
    const file = statementFile(statement(entry()), other);
    expect(readParts(readCamt, file).parts.map((part) => part.kind)).toEqual([
      'begin',
      'line',
      'end',
      'begin',
      'line',
      'end',
    ]);
    expect(framesOf(file).map((frame) => frame.account)).toEqual([
      { iban: OUR_IBAN, number: null, currency: 'EUR' },
      { iban: null, number: '0059-00372/66', currency: 'USD' },
    ]);
    expect(readParts(readCamt, file).lines[1]?.place).toBe('statement 2, entry 1');
  });

  test('are statements, notifications or reports, by their message', () => {
    const file = fileOf(entry());
    expect([file, asNotification(file), asReport(file)].map((one) => framesOf(one)[0]?.kind)).toEqual([
      'statement',
      'notification',
      'intraday',
    ]);
  });

  test('have the id and the number of the bank', () => {
    const numbers = '<ElctrncSeqNb>12</ElctrncSeqNb><LglSeqNb>3</LglSeqNb>';
    expect(framesOf(statementFile(`<Stmt><Id>S-7</Id>${numbers}</Stmt>`))[0]).toMatchObject({
      statementId: 'S-7',
      sequenceNumber: '12',
      account: { iban: null, number: null, currency: null },
    });
  });

  test('keep a number with wrong check digits as a number, which is no IBAN', () => {
    const file = fileOf().replace(OUR_IBAN, 'DE90370400440532013000');
    expect(framesOf(file)[0]?.account).toMatchObject({ iban: null, number: 'DE90370400440532013000' });
  });
});

describe('the balances of a statement', () => {
  test('open it by OPBD or PRCD, and close it by CLBD', () => {
    const closing = balance('CLBD', '30.00');
    const found = { closing: { amountMinor: 3000, date: '2026-11-22' }, isLastPage: true };
    expect(framesOf(fileOf(balance('OPBD', '10.00'), closing))[0]).toMatchObject({
      opening: { amountMinor: 1000, date: '2026-11-22' },
      ...found,
    });
    const previous = fileOf(balance('CLAV', '99.00'), balance('PRCD', '20.00000'), closing);
    expect(framesOf(previous)[0]).toMatchObject({ opening: { amountMinor: 2000 }, ...found });
  });

  test('are below zero for a debit', () => {
    const file = fileOf(balance('OPBD', '10.00').replace('CRDT', 'DBIT'));
    expect(framesOf(file)[0]?.opening?.amountMinor).toBe(-1000);
  });

  test('are those of the first and the last day, of the currency of the account, without credit lines', () => {
    const later = (text: string) => text.replace('2026-11-22', '2026-11-23');
    const days = [
      later(balance('OPBD', '2.00')),
      balance('OPBD', '1.00'),
      later(balance('CLBD', '3.00')),
      balance('CLBD', '2.00'),
      balance('CLBD', '9.00').replace('"EUR"', '"USD"'),
      later(balance('CLBD', '503.00')).replace('<Amt', '<CdtLine><Incl>true</Incl></CdtLine><Amt'),
    ];
    expect(framesOf(fileOf(...days))[0]).toMatchObject({
      opening: { amountMinor: 100 },
      closing: { amountMinor: 300 },
    });
  });

  test('give the currency of an account that has none', () => {
    const file = fileOf(balance('OPBD', '10.00'), entry()).replace('<Ccy>EUR</Ccy>', '');
    expect(framesOf(file)[0]).toMatchObject({ account: { currency: 'EUR' }, opening: { amountMinor: 1000 } });
  });

  test('are interim between the pages of a statement, and only there', () => {
    const page = (number: number, isLast: boolean) =>
      `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`;
    const pages = statementFile(
      statement(page(1, false), balance('OPBD', '1.00'), balance('ITBD', '2.00')),
      statement(page(2, false), balance('ITBD', '2.00'), balance('ITBD', '3.00')),
      statement(page(3, true), balance('ITBD', '3.00'), balance('CLBD', '4.00')),
    );
    expect(
      framesOf(pages).map((frame) => [
        frame.page,
        frame.opening?.amountMinor,
        frame.closing?.amountMinor,
        frame.isLastPage,
      ]),
    ).toEqual([
      [1, 100, 200, false],
      [2, 200, 300, false],
      [3, 300, 400, true],
    ]);
    const report = asReport(fileOf(balance('OPBD', '1.00'), balance('ITBD', '2.00')));
    expect(framesOf(report)[0]).toMatchObject({ opening: { amountMinor: 100 }, closing: null });
  });

  test('of versions before .08 are on the page that the message counts', () => {
    const paged = (last: boolean, code: string, more = '') =>
      fileOf(balance('ITBD', '2.00'), balance(code, '3.00', more)).replace(
        '</GrpHdr>',
        `<MsgPgntn><PgNb>2</PgNb><LastPgInd>${last}</LastPgInd></MsgPgntn></GrpHdr>`,
      );
    const found = { page: 2, opening: { amountMinor: 200 }, closing: { amountMinor: 300 } };
    expect(framesOf(paged(false, 'ITBD'))[0]).toMatchObject({ ...found, isLastPage: false });
    expect(framesOf(paged(true, 'CLBD'))[0]).toMatchObject({ ...found, isLastPage: true });
    const interim = '<SubTp><Cd>INTM</Cd></SubTp>';
    expect(framesOf(paged(false, 'CLBD', interim))[0]).toMatchObject({ ...found, isLastPage: false });
  });

  test('and the account after the entries are a problem, since the lines before had none', () => {
    const { parts } = readParts(readCamt, fileOf(entry(), balance('OPBD', '1.00')));
    expect(parts.at(-1)).toMatchObject({ kind: 'problem', problem: { code: 'broken-file' } });
  });

  test('that cannot be read are a problem', () => {
    expect(problemOf(fileOf(balance('OPBD', '1,00')))?.code).toBe('bad-amount');
    expect(problemOf(fileOf(balance('CLBD', '1.00').replace('CRDT', '')))?.code).toBe('missing-field');
  });
});

describe('a balance', () => {
  test('that a program kept as a float is rounded, and one with more decimals is refused with its place', () => {
    const openingOf = (amount: string) => framesOf(fileOf(balance('OPBD', amount)))[0]?.opening?.amountMinor;
    expect(openingOf('100.0000000000005')).toBe(10_000);
    expect(openingOf('99.9999999999995')).toBe(10_000);
    expect(openingOf('1234.5599999999999')).toBe(123_456);
    const problem = problemOf(fileOf(balance('PRCD', '0.00'), balance('OPBD', '100.0050')));
    expect(problem).toMatchObject({ code: 'bad-amount', place: 'balance 2' });
    expect(problem?.message).toMatch(/^In the balance OPBD, <Amt> is /);
  });

  test('without a sign is refused with its place', () => {
    const unsigned = balance('CLBD', '1.00').replace('<CdtDbtInd>CRDT</CdtDbtInd>', '');
    const problem = problemOf(statementFile(statement(), statement(balance('OPBD', '1.00'), unsigned)));
    expect(problem).toMatchObject({ code: 'missing-field', place: 'statement 2, balance 2' });
    expect(problem?.message).toMatch(/^In the balance CLBD, <CdtDbtInd> is missing/);
  });

  test('in another currency alone closes no statement, and says so', () => {
    const dollars = balance('CLBD', '9.00').replace('Ccy="EUR"', 'Ccy="USD"');
    expect(framesOf(fileOf(balance('OPBD', '1.00'), dollars))[0]).toMatchObject({
      closing: null,
      hasOtherClosing: true,
    });
    expect(framesOf(fileOf(balance('CLBD', '1.00'), dollars))[0]).not.toHaveProperty('hasOtherClosing');
  });

  test('of 30 February is of the last day of it', () => {
    const file = fileOf(balance('OPBD', '1.00').replace('2026-11-22', '2027-02-30'));
    expect(framesOf(file)[0]?.opening?.date).toBe('2027-02-28');
  });
});

describe('the texts of a line', () => {
  const remittance = (content: string) => `<TxDtls><RmtInf>${content}</RmtInf></TxDtls>`;

  test('are those of the payer in their order, and a reference beside them', () => {
    const details =
      remittance(`<Ustrd> Order </Ustrd><Ustrd>K7M2 &amp; 9QXT</Ustrd><Strd><RfrdDocInf><Nb>R-1</Nb></RfrdDocInf>
<CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>thanks</AddtlRmtInf></Strd>`);
    expect(lineOf(fileOf(entry({ details, words: 'GUTSCHRIFT' })))).toMatchObject({
      remittance: ['Order', 'K7M2 & 9QXT', 'R-1', 'thanks'],
      structuredReference: 'RF18539007547034',
    });
  });

  test('are those of the bank where the payer has none', () => {
    const details = '<TxDtls><AddtlTxInf>FAST AHMET YILMAZ</AddtlTxInf></TxDtls>';
    expect(lineOf(fileOf(entry({ details, words: 'HAVALE' }))).remittance).toEqual(['FAST AHMET YILMAZ']);
    expect(lineOf(fileOf(entry({ words: 'HAVALE' }))).remittance).toEqual(['HAVALE']);
  });

  test('hold several references, of which none is the one', () => {
    const strd = (ref: string) => `<Strd><CdtrRefInf><Ref>${ref}</Ref></CdtrRefInf></Strd>`;
    expect(lineOf(fileOf(entry({ details: remittance(strd('A1') + strd('B2')) })))).toMatchObject({
      remittance: ['A1', 'B2'],
      structuredReference: null,
    });
  });

  test('have no id where the bank writes that there is none', () => {
    for (const id of ['NOTPROVIDED', 'Not Provided', 'NONREF', '000', '-', '']) {
      const details = `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`;
      expect(lineOf(fileOf(entry({ details }))).endToEndId).toBe(null);
    }
  });

  test('never trust the reference of the bank, which it gives to several entries', () => {
    const more = '<AcctSvcrRef>REF1</AcctSvcrRef>';
    for (const line of linesOf(
      fileOf(entry({ more }), entry({ more }), entry({ details: transaction('1', 'x') })),
    ))
      expect(line.isBankReferenceTrusted).toBe(false);
    expect(linesOf(fileOf(entry({ more })))[0]?.bankReference).toBe('REF1');
  });

  test('have the code of the standard, or the word of the bank', () => {
    const domain =
      '<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn><Prtry><Cd>166</Cd></Prtry>';
    const codeOf = (code: string) =>
      lineOf(fileOf(entry({ more: `<BkTxCd>${code}</BkTxCd>` }))).transactionCode;
    expect(codeOf(domain)).toBe('PMNT-RCDT-ESCT');
    expect(codeOf('<Prtry><Cd>NTRF+166</Cd></Prtry>')).toBe('NTRF+166');
    expect(codeOf('')).toBe(null);
  });
});

describe('the amount of an entry', () => {
  const amountOf = (amount: string) => lineOf(fileOf(entry({ amount: `<Amt Ccy="EUR">${amount}</Amt>` })));

  test.each([
    ['1.15', 115],
    ['12.30000', 1230],
    ['000123', 12_300],
    ['.5', 50],
    ['7.', 700],
    ['+3.10', 310],
    ['\n 8.01 ', 801],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('%s is read by its digits', (written, amountMinor) => {
    expect(amountOf(written).amountMinor).toBe(amountMinor);
  });

  test.each(['12.345', '90071992547409.92', '1,50', '1E5', '-1.00', '1 000.00', '', '.', '0x10', '١٢'])(
    '%j is a problem, and never a guess',
    (written) => {
      const problem = problemOf(fileOf(entry({ amount: `<Amt Ccy="EUR">${written}</Amt>` })));
      expect(problem?.code).toBe(written === '' ? 'missing-field' : 'bad-amount');
      expect(problem?.place).toBe('entry 1');
    },
  );

  test('of zero moves no money, and is no line', () => {
    expect(linesOf(fileOf(entry({ amount: '<Amt Ccy="EUR">0.00</Amt>' })))).toEqual([]);
  });

  test('that stands twice, is missing, or has no currency is a problem', () => {
    const twice = '<Amt Ccy="EUR">1.00</Amt><Amt Ccy="EUR">2.00</Amt>';
    expect(problemOf(fileOf(entry({ amount: twice })))?.code).toBe('broken-file');
    expect(problemOf(fileOf(entry({ amount: '' })))?.code).toBe('missing-field');
    expect(problemOf(fileOf(entry({ amount: '<Amt>1.00</Amt>' })))?.code).toBe('bad-currency');
    expect(problemOf(fileOf(entry({ amount: '<Amt Ccy="eur">1.00</Amt>' })))?.code).toBe('bad-currency');
  });

  test('is not changed by the only transaction, which says another', () => {
    const amount = '<Amt Ccy="EUR">20000.00</Amt>';
    const line = lineOf(fileOf(entry({ amount, details: transaction('250000.00', 'Rent') })));
    expect(line).toMatchObject({ amountMinor: 2_000_000, remittance: ['Rent'] });
  });
});

describe('the direction, the status and the days of an entry', () => {
  test('a direction that is not CRDT or DBIT is a problem', () => {
    expect(problemOf(fileOf(entry({ direction: 'CRED' })))?.code).toBe('bad-direction');
    expect(problemOf(fileOf(entry().replace(/<CdtDbtInd>.*<\/CdtDbtInd>/, '')))?.code).toBe('missing-field');
  });

  test('a reversal has the direction that it says, and is marked', () => {
    const more = '<RvslInd>true</RvslInd>';
    expect(lineOf(fileOf(entry({ direction: 'DBIT', more })))).toMatchObject({
      direction: 'debit',
      isReversal: true,
    });
    expect(lineOf(fileOf(entry({ more: '<RvslInd>0</RvslInd>' }))).isReversal).toBe(false);
  });

  test.each([
    ['<Sts>BOOK</Sts>', 'booked'],
    ['<Sts><Cd>BOOK</Cd></Sts>', 'booked'],
    ['<Sts>\n <Cd>BOOK</Cd>\n</Sts>', 'booked'],
    ['<Sts>PDNG</Sts>', 'pending'],
    ['<Sts>INFO</Sts>', 'pending'],
    ['<Sts><Cd>FUTR</Cd></Sts>', 'pending'],
    ['<Sts><Prtry>Booked</Prtry></Sts>', 'pending'],
    ['<Sts/>', 'pending'],
  ])('%s is %s', (status, expected) => {
    const file = fileOf(entry({ status }));
    for (const written of [file, asNotification(file), asReport(file)])
      expect(lineOf(written).status).toBe(expected);
  });

  test('without a status an entry is booked in a statement, and pending in what comes before it', () => {
    const file = fileOf(entry({ status: '' }));
    expect(lineOf(file).status).toBe('booked');
    expect(lineOf(asReport(file)).status).toBe('pending');
    expect(lineOf(asNotification(file)).status).toBe('pending');
  });

  test.each([
    ['<Dt>2026-11-22</Dt>', '2026-11-22'],
    ['<Dt>2024-02-29Z</Dt>', '2024-02-29'],
    ['<DtTm>2026-11-22T00:15:00.1234567+03:00</DtTm>', '2026-11-22'],
    ['<DtTm>2026-11-22T23:59:59Z</DtTm>', '2026-11-22'],
  ])('%s is the day in its text', (written, day) => {
    const dates = `<BookgDt>${written}</BookgDt><ValDt>${written}</ValDt>`;
    expect(lineOf(fileOf(entry({ dates })))).toMatchObject({ bookingDate: day, valueDate: day });
  });

  test('a day that no calendar has is a problem, and none at all is none', () => {
    for (const day of ['2026-02-31', '2026-13-01', '22.11.2026', '2026-11-00', '20261122'])
      expect(problemOf(fileOf(entry({ dates: `<BookgDt><Dt>${day}</Dt></BookgDt>` })))?.code).toBe(
        'bad-date',
      );
    expect(lineOf(fileOf(entry({ dates: '' })))).toMatchObject({ bookingDate: null, valueDate: null });
  });
});

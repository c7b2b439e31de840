import { describe, expect, test } from 'vitest';
import { asNotification, asReport, entry, fileOf, transaction } from '../support/statements/camt-texts.ts';
import { lineOf, linesOf, problemOf } from '../support/statements/read-camt.ts';

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

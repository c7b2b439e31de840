import { describe, expect, test } from 'vitest';
import {
  between,
  entry,
  fileOf,
  OUR_IBAN,
  party,
  THEIR_IBAN,
  transaction,
} from '../support/statements/camt-texts.ts';
import { lineOf, linesOf } from '../support/statements/read-camt.ts';

describe('an entry with several transactions', () => {
  test('is one line for each of them, if these make its amount', () => {
    const details = transaction('60.00', 'first') + transaction('40.00', 'second');
    const lines = linesOf(fileOf(entry(), entry({ details })));
    expect(lines.slice(1).map((line) => [line.place, line.amountMinor, line.remittance])).toEqual([
      ['entry 2, transaction 1', 6000, ['first']],
      ['entry 2, transaction 2', 4000, ['second']],
    ]);
    expect(lines[1]?.raw).toMatch(/^<TxDtls>.*60\.00.*<\/TxDtls>$/);
  });

  test('is one line for each also when details stand in several groups, or take money back', () => {
    const back = transaction('20.00', 'back', '<CdtDbtInd>DBIT</CdtDbtInd>');
    const details = `${transaction('120.00', 'in')}</NtryDtls><NtryDtls>${back}`;
    expect(linesOf(fileOf(entry({ details }))).map((line) => [line.direction, line.amountMinor])).toEqual([
      ['credit', 12_000],
      ['debit', 2000],
    ]);
  });

  test('is read by the amounts in the currency of the account', () => {
    const exchanged = (amount: string) =>
      `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">99.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`;
    const lines = linesOf(fileOf(entry({ details: exchanged('30.00') + exchanged('70.00') })));
    expect(lines.map((line) => [line.amountMinor, line.currency])).toEqual([
      [3000, 'EUR'],
      [7000, 'EUR'],
    ]);
  });

  test('is one line with all texts, if they do not make its amount', () => {
    const details = transaction('60.00', 'first') + transaction('40.01', 'second');
    expect(lineOf(fileOf(entry({ details })))).toMatchObject({
      amountMinor: 10_000,
      remittance: ['first', 'second'],
      place: 'entry 1',
    });
  });

  test('is one line that names nobody, if the details are of different people', () => {
    const named = (name: string, iban: string, id: string) =>
      between(party('Dbtr', name, iban)).replace(
        '<RltdPties>',
        `<Refs><EndToEndId>${id}</EndToEndId></Refs><RltdPties>`,
      );
    const same = named('Ada Byron', THEIR_IBAN, 'E1');
    const other = named('Grace Hopper', 'GB29NWBK60161331926819', 'E2');
    expect(lineOf(fileOf(entry({ details: same + other })))).toMatchObject({
      counterpartyName: null,
      counterpartyIban: null,
      endToEndId: null,
    });
    expect(lineOf(fileOf(entry({ details: same + same })))).toMatchObject({
      counterpartyName: 'Ada Byron',
      counterpartyIban: THEIR_IBAN,
      endToEndId: 'E1',
    });
  });

  test('of which the bank gives only one, or only the total, is one line that names nobody', () => {
    const batch =
      '<Btch><PmtInfId>B1</PmtInfId><NbOfTxs>12</NbOfTxs><TtlAmt Ccy="EUR">100.00</TtlAmt></Btch>';
    expect(lineOf(fileOf(entry({ details: batch, words: 'SAMMLER' })))).toMatchObject({
      amountMinor: 10_000,
      remittance: ['SAMMLER'],
      counterpartyName: null,
    });
    const one = lineOf(fileOf(entry({ details: batch + between(party('Dbtr', 'Ada Byron', THEIR_IBAN)) })));
    expect(one).toMatchObject({ amountMinor: 10_000, counterpartyName: null, counterpartyIban: null });
  });
});

test.each([
  ['<RtrInf/>', 'RTRN'],
  ['<RtrInf><OrgnlBkTxCd><Prtry><Cd>NTRF</Cd></Prtry></OrgnlBkTxCd></RtrInf>', 'RTRN'],
  ['<RtrInf><Orgtr><Nm>A Bank</Nm></Orgtr></RtrInf>', 'RTRN'],
  ['<RtrInf><AddtlInf>Account closed</AddtlInf></RtrInf>', 'Account closed'],
  ['<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>', 'AC04'],
  ['', null],
])('A detail with %s has the return reason %s', (information, reason) => {
  const details = `<TxDtls><RmtInf><Ustrd>K7M29QXT</Ustrd></RmtInf>${information}</TxDtls>`;
  expect(lineOf(fileOf(entry({ details }))).returnReason).toBe(reason);
});

describe('a line of several payments', () => {
  const hasSeveral = (details: string, amount?: string) =>
    linesOf(fileOf(entry({ details, ...(amount !== undefined && { amount }) }))).map(
      (line) => line.isCollective,
    );
  const count = (number: number | string) => `<Btch><NbOfTxs>${number}</NbOfTxs></Btch>`;
  const charged = (own: string, charges: string) => transaction(own, 'x', charges);

  test('is one whose details do not make its amount, or have none', () => {
    expect(hasSeveral(transaction('60.00', 'a') + between('b'))).toEqual([true]);
    expect(hasSeveral(between('a') + between('b'))).toEqual([true]);
    expect(hasSeveral(transaction('60.00', 'a') + transaction('40.01', 'b'))).toEqual([true]);
    expect(hasSeveral(`${between('a')}</NtryDtls><NtryDtls>${between('b')}`)).toEqual([true]);
  });

  test('is none of those into which its details split it', () => {
    expect(hasSeveral(transaction('60.00', 'a') + transaction('40.00', 'b'))).toEqual([false, false]);
    expect(hasSeveral(count(2) + transaction('60.00', 'a') + transaction('40.00', 'b'))).toEqual([
      false,
      false,
    ]);
  });

  test('is one of which the bank gives the number, or several groups of details', () => {
    expect(hasSeveral(count(40) + transaction('100.00', 'a'))).toEqual([true]);
    expect(hasSeveral(count(40))).toEqual([true]);
    expect(hasSeveral(count('many'))).toEqual([true]);
    expect(hasSeveral(`${count(1)}</NtryDtls><NtryDtls>${count(1)}`)).toEqual([true]);
    expect(hasSeveral(`${between('a')}</NtryDtls><NtryDtls>`)).toEqual([true]);
  });

  test('is one whose only detail has another amount, which no charges explain', () => {
    expect(hasSeveral(transaction('30.00', 'a'))).toEqual([true]);
    expect(hasSeveral(charged('99.00', '<Chrgs><Rcrd><Amt Ccy="EUR">2.00</Amt></Rcrd></Chrgs>'))).toEqual([
      true,
    ]);
    expect(hasSeveral(charged('99.00', '<Chrgs><Rcrd><Amt Ccy="USD">1.00</Amt></Rcrd></Chrgs>'))).toEqual([
      true,
    ]);
  });

  test('is none for a single payment, whole, in another currency, or less charges', () => {
    expect(hasSeveral(transaction('100.00', 'a'))).toEqual([false]);
    expect(hasSeveral(between('a'))).toEqual([false]);
    expect(hasSeveral(count(1) + between('a'))).toEqual([false]);
    const instructed = '<AmtDtls><InstdAmt><Amt Ccy="USD">111.00</Amt></InstdAmt></AmtDtls>';
    expect(hasSeveral(`<TxDtls>${instructed}</TxDtls>`)).toEqual([false]);
    for (const charges of [
      '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">26.00</TtlChrgsAndTaxAmt></Chrgs>',
      '<Chrgs><Rcrd><Amt Ccy="EUR">20.00</Amt></Rcrd><Rcrd><Amt Ccy="EUR">6.00</Amt></Rcrd></Chrgs>',
      '<Chrgs><Amt Ccy="EUR">26.00</Amt></Chrgs>',
    ])
      for (const own of ['126.00', '74.00']) expect(hasSeveral(charged(own, charges)), own).toEqual([false]);
  });
});

describe('two equal entries without any id', () => {
  test('are two lines', () => {
    const [first, second] = linesOf(fileOf(entry(), entry()));
    expect({ ...first, place: '' }).toEqual({ ...second, place: '' });
    expect([first?.place, second?.place]).toEqual(['entry 1', 'entry 2']);
  });
});

describe('the other side of a line', () => {
  const both = party('Dbtr', 'Payer', THEIR_IBAN) + party('Cdtr', 'Merchant', OUR_IBAN);
  const paidOut = party('Dbtr', 'Merchant', OUR_IBAN) + party('Cdtr', 'Payee', THEIR_IBAN);
  const nameOf = (texts: Parameters<typeof entry>[0]) => lineOf(fileOf(entry(texts))).counterpartyName;

  test('is the debtor of a credit and the creditor of a debit', () => {
    expect(nameOf({ details: between(both) })).toBe('Payer');
    expect(nameOf({ direction: 'DBIT', details: between(paidOut) })).toBe('Payee');
  });

  test('is of the payment that a return or a reversal takes back', () => {
    const returned = between(paidOut, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>');
    expect(lineOf(fileOf(entry({ details: returned })))).toMatchObject({
      direction: 'credit',
      returnReason: 'AC04',
      counterpartyName: 'Payee',
      counterpartyIban: THEIR_IBAN,
    });
    expect(nameOf({ more: '<RvslInd>true</RvslInd>', details: between(paidOut) })).toBe('Payee');
    expect(nameOf({ direction: 'DBIT', more: '<RvslInd>1</RvslInd>', details: between(both) })).toBe('Payer');
  });

  test('is never ours, whatever the roles are', () => {
    expect(nameOf({ details: between(paidOut) })).toBe('Payee');
    expect(nameOf({ details: between(party('Dbtr', 'Merchant', OUR_IBAN)) })).toBe(null);
    const alone = between(party('Dbtr', 'Merchant', OUR_IBAN), '<RtrInf><AddtlInf>IADE</AddtlInf></RtrInf>');
    expect(nameOf({ details: alone })).toBe(null);
    const turned = between(both, '<RtrInf><AddtlInf>IADE</AddtlInf></RtrInf>');
    expect(lineOf(fileOf(entry({ details: turned })))).toMatchObject({
      counterpartyName: 'Payer',
      returnReason: 'IADE',
    });
  });

  test('is found by the roles alone where no accounts are', () => {
    const parties = party('Dbtr', 'Merchant') + party('Cdtr', 'Payee');
    expect(nameOf({ details: between(parties, '<RtrInf/>'), more: '<RvslInd>true</RvslInd>' })).toBe('Payee');
    expect(nameOf({ details: between(parties) })).toBe('Merchant');
  });

  test('has its names as old versions write them, agents, and people behind it', () => {
    const old = '<Dbtr><Nm>Old Form</Nm></Dbtr><UltmtDbtr><Nm>Child</Nm></UltmtDbtr>';
    expect(lineOf(fileOf(entry({ details: between(old) })))).toMatchObject({
      counterpartyName: 'Old Form',
      ultimateName: 'Child',
    });
    const agent = '<Dbtr><Agt><FinInstnId><Nm>A Bank</Nm></FinInstnId></Agt></Dbtr>';
    expect(nameOf({ details: between(agent) })).toBe('A Bank');
  });

  test('has an account in its electronic form, or another number without blanks around it', () => {
    const account = (id: string) => between(`<DbtrAcct><Id>${id}</Id></DbtrAcct>`);
    const ibanOf = (id: string) => lineOf(fileOf(entry({ details: account(id) }))).counterpartyIban;
    expect(ibanOf('<IBAN>nl91 ABNA 0417 1643 00</IBAN>')).toBe(THEIR_IBAN);
    expect(ibanOf(`<Othr><Id>${THEIR_IBAN}</Id></Othr>`)).toBe(THEIR_IBAN);
    expect(ibanOf('<Othr><Id>   0123456</Id></Othr>')).toBe('0123456');
  });
});

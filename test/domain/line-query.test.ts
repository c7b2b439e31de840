import { describe, expect, test } from 'vitest';
import { lineCondition, type SearchedLine } from '../../src/reconciliation/domain/line-query.ts';
import { parseQuery } from '../../src/transactions/domain/query.ts';

const LINE: SearchedLine = {
  amountMinor: 125_050,
  counterpartyName: 'ŞÜKRÜ ÇAĞLAYAN',
  ultimateName: null,
  counterpartyIban: 'TR330006100519786457841326',
  texts: ['["FAST havale 4711 İĞDE"]', null, 'NOTPROVIDED', 'B20261128-0099'],
};

const finds = (query: string) => lineCondition(parseQuery(query))(LINE);

describe('a query finds a line', () => {
  test.each([
    ['by its amount as people write it', '1.250,50'],
    ['by a name, whatever its accents and case', 'caglayan sukru'],
    ['by a word of its text, whatever its accents', 'igde'],
    ['by the IBAN of the payer', 'TR33 0006 1005 1978 6457 8413 26'],
    ['by the end of that IBAN', '841326'],
    ['by the beginning of that IBAN', 'TR33000610'],
    ["by the bank's own reference", 'b20261128'],
    ['by a number of its text', '4711'],
    ['by a name and an amount', 'şükrü 1250,5'],
    ['by an amount and the beginning of a name', '1250,5çağ'],
    ['by an amount and initials, in any order', '1250,5cs'],
  ])('%s', (_, query) => {
    expect(finds(query)).toBe(true);
  });
});

describe('a query does not find a line', () => {
  test.each([
    ['by a part of a short number', '471'],
    ['by the middle of an IBAN in a few digits', '1978'],
    ['by one of two words', 'şükrü 99,00'],
    ['by an amount and letters within a name', '1250,5kr'],
    ['by another amount and its initials', '1250cs'],
  ])('%s', (_, query) => {
    expect(finds(query)).toBe(false);
  });
});

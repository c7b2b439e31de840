import { expect, test } from 'vitest';
import { parsePrintedAmount } from '../../src/kernel/money.ts';
import { foldText, parseQuery } from '../../src/transactions/domain/query.ts';

test.each([
  ['1250', 125_000],
  ['1250.5', 125_050],
  ['1250,50', 125_050],
  ['1.250,50', 125_050],
  ['1,250.50', 125_050],
  ['1 250,50', 125_050],
  ['1\u00a0250,50', 125_050],
  ["1'250.50", 125_050],
  ['1.250', 125_000],
  ['1,250', 125_000],
  ['1.250.000,5', 125_000_050],
  ['12,5', 1250],
  ['0,01', 1],
  ['1.000.000.000', 100_000_000_000],
])('%j is read as a printed amount', (printed, minor) => {
  expect(parsePrintedAmount(printed)).toBe(minor);
});

test.each([
  '',
  '1.25.50',
  '1.250.5',
  '1,250,5',
  '0.125',
  '12.50.00',
  '1.2500',
  '1..2',
  ',5',
  '5,',
  '1e3',
  '-5',
  '٥',
  '1.000.000.000,01',
  '0',
  'abc',
])('%j is no amount', (printed) => {
  expect(parsePrintedAmount(printed)).toBeUndefined();
});

const TERMS: readonly (readonly [string, readonly object[]])[] = [
  ['1.250,50', [{ amountMinor: 125_050, isExact: true }]],
  ['₺1.250,50', [{ amountMinor: 125_050 }]],
  ['1.250,50 TL', [{ amountMinor: 125_050 }]],
  ['+1 250,50', [{ amountMinor: 125_050 }]],
  ['1326', [{ amountMinor: 132_600, ibanEnd: '1326' }]],
  ['8413 26', [{ ibanEnd: '841326', amountMinor: undefined, isExact: true }]],
  ['tr33 0006 1005 1978 6457 8413 26', [{ iban: 'TR330006100519786457841326', isExact: true }]],
  ['22222222', [{ references: ['22222222', 'RF0922222222'] }]],
  ['2222-2222', [{ references: ['22222222', 'RF0922222222'], isExact: true }]],
  ['691E5B10A1B2C3D4E5F60718', [{ transactionId: '691e5b10a1b2c3d4e5f60718', isExact: true }]],
  ['order-4711', [{ text: 'order-4711', isExact: false }]],
  ['Yılmaz, Ada', [{ text: 'Yılmaz', isExact: false }, { text: 'Ada' }]],
  ['Lale & Oğulları', [{ text: 'Lale' }, { text: 'Oğulları' }]],
  [
    'YILMAZ 500',
    [
      { text: 'YILMAZ', isExact: false },
      { amountMinor: 50_000, isExact: true },
    ],
  ],
  ['500Yı', [{ amountMinor: 50_000, nameStarts: [['yi'], ['y', 'i'], ['i', 'y']], isExact: false }]],
  ['1.250,50ş', [{ amountMinor: 125_050, nameStarts: [['s']] }]],
  ['500tl', [{ amountMinor: 50_000, nameStarts: [], isExact: true }]],
  ['4b7', [{ amountMinor: undefined, nameStarts: [] }]],
  ['&', [{ text: '&', isExact: false }]],
  ['\u200e1.250,50\u200b', [{ text: '1.250,50', amountMinor: 125_050, isExact: true }]],
  ['((', [{ text: '((', isExact: false }]],
  ['ada Ada, "ADA" yılmaz', [{ text: 'ADA' }, { text: 'yılmaz' }]],
];

test.each(TERMS)('%j is understood', (query, terms) => {
  const parsed = parseQuery(query);
  expect(parsed).toHaveLength(terms.length);
  for (const [index, term] of terms.entries()) expect(parsed[index]).toMatchObject(term);
});

test('accents and the Turkish i are folded, in both directions', () => {
  for (const text of ['IŞIK', 'ışık', 'isik', 'ISIK', 'İşık']) expect(foldText(text)).toBe('isik');
  expect(foldText('ŞÜKRÜ')).toBe(foldText('sukru'));
});

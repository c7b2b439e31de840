import { bankProfile } from './profile.ts';

export const garantiBbva = bankProfile.parse({
  id: 'garanti-bbva',
  title: 'Garanti BBVA',
  columns: {
    date: ['Tarih'],
    description: ['Açıklama'],
    other: ['Etiket'],
    amount: ['Tutar'],
    balance: ['Bakiye'],
    receiptNo: ['Dekont No'],
  },
  required: ['description', 'other', 'receiptNo'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
  senders: [
    { kind: 'between', prefix: 'FAST GELEN - ', suffix: ' - ' },
    { kind: 'between', prefix: 'EFT GELEN - ', suffix: ' - ' },
    { kind: 'between', prefix: 'HAVALE GELEN - ', suffix: ' - ' },
    { kind: 'between', prefix: 'HAVALE GELEN ' },
    // `AD-text-FAST-1534679706`
    { kind: 'field', separator: '-', index: 0, digitsAt: -1, endsWith: '-FAST-#' },
  ],
  defaultCurrency: 'TRY',
});

import { bankProfile } from './profile.ts';

/** Akbank. Some of its files have a decimal comma, some a point: `auto` reads what has one meaning. */
export const akbank = bankProfile.parse({
  id: 'akbank',
  title: 'Akbank',
  columns: {
    date: ['Tarih'],
    time: ['Saat'],
    amount: ['Tutar'],
    balance: ['Bakiye'],
    direction: ['Borç/Alacak', 'B/A', 'Borç Alacak A/B'],
    description: ['Açıklama'],
    receiptNo: ['Fiş/Dekont No', 'Fiş No', 'Dekont No'],
  },
  required: ['time', 'description', 'receiptNo'],
  decimal: 'auto',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
  senders: [
    // `{no}-UNVAN-text`
    { kind: 'field', separator: '-', index: 1, digitsAt: 0 },
    // `7777/MBL-{no}-UNVAN-text`, `7777/MBL-HAV.AD SOYAD-text`. Without a number or HAV. it is only the payer's text.
    { kind: 'between', prefix: '#/MBL-#-', suffix: '-' },
    { kind: 'between', prefix: '#/MBL-HAV.', suffix: '-' },
    { kind: 'between', prefix: '#/MBL-HAV.' },
    { kind: 'between', prefix: 'FAST:', suffix: ' FAST ANLIK ÖDEME' },
    { kind: 'between', prefix: 'EFT:', suffix: ' HESAPLAR ARASI' },
  ],
  defaultCurrency: 'TRY',
});

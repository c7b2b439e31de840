import { bankProfile } from './profile.ts';

/** Ziraat Bankası. The styles of its spreadsheets are damaged, which other programs refuse. */
export const ziraat = bankProfile.parse({
  id: 'ziraat',
  title: 'Ziraat Bankası',
  columns: {
    date: ['Tarih'],
    receiptNo: ['Fiş No'],
    description: ['Açıklama'],
    amount: ['İşlem Tutarı'],
    balance: ['Bakiye'],
  },
  required: ['receiptNo', 'description'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
  senders: [
    // `Gönd: AD SOYAD 0209-Ziraat Katılım … FAST işlemi`
    { kind: 'between', prefix: 'Gönd: ', suffix: ' #-' },
    // Without the code of a bank: `Gönd: AD SOYAD - text`.
    { kind: 'between', prefix: 'Gönd: ', suffix: ' - ' },
  ],
  defaultCurrency: 'TRY',
});

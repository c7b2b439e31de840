import { bankProfile } from './profile.ts';

/** Enpara and QNB. Their spreadsheets have empty columns between the others. */
export const enpara = bankProfile.parse({
  id: 'enpara',
  title: 'Enpara / QNB',
  columns: {
    date: ['Tarih'],
    transactionType: ['Hareket tipi'],
    description: ['Açıklama'],
    amount: ['İşlem Tutarı'],
    balance: ['Bakiye'],
  },
  required: ['transactionType', 'description'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
  // `AD, text, AD tarafından aktarılan`
  senders: [{ kind: 'field', separator: ', ', index: 0, endsWith: ' tarafından aktarılan' }],
  defaultCurrency: 'TRY',
});

import { bankProfile } from './profile.ts';

/**
 * Yapı Kredi. Its descriptions have the sender without anything that shows where the name ends, so none is taken from them.
 * The rules look for the names of other depositors in the text.
 */
export const yapiKredi = bankProfile.parse({
  id: 'yapi-kredi',
  title: 'Yapı Kredi',
  columns: {
    date: ['Tarih'],
    time: ['Saat'],
    transactionType: ['İşlem'],
    other: ['Kanal'],
    reference: ['Referans No'],
    description: ['Açıklama'],
    amount: ['İşlem Tutarı'],
    balance: ['Bakiye'],
  },
  required: ['time', 'transactionType', 'reference', 'description'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
  defaultCurrency: 'TRY',
});

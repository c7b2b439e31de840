import { bankProfile } from './profile.ts';

/** Yapı Kredi. The place of the sender in its descriptions is not known, so none is taken from them. */
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

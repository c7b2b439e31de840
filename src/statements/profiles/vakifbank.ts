import { bankProfile } from './profile.ts';

/** VakıfBank. The columns TCKN and VKN are numbers of the holder of the account, not of the payer. */
export const vakifbank = bankProfile.parse({
  id: 'vakifbank',
  title: 'VakıfBank',
  columns: {
    ownNumber: ['Hesap No'],
    receiptNo: ['Fiş No'],
    date: ['İşlem Tarihi'],
    other: [
      'Hareket Tarih',
      'Hareket Tarihi',
      'Kart No',
      'Kanal',
      'İşlem No',
      'Havale',
      'Ref No',
      'TCKN',
      'VKN',
    ],
    transactionType: ['İşlem'],
    amount: ['Tutar'],
    balance: ['Bakiye'],
    reference: ['Referans'],
    direction: ['B/A'],
    description: ['Açıklama'],
  },
  required: ['description', 'ownNumber'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd'],
  direction: { kind: 'letters' },
  senders: [
    { kind: 'between', prefix: '# sorgu numaralı ', suffix: ' tarafından' },
    // After the number of the account of the sender, in digits or as an IBAN with or without blanks.
    { kind: 'between', prefix: '# nolu ', suffix: ' hesabından' },
    { kind: 'between', prefix: 'TR# nolu ', suffix: ' hesabından' },
    { kind: 'between', prefix: 'TR# # # # # # # nolu ', suffix: ' hesabından' },
  ],
  defaultCurrency: 'TRY',
});

import { bankProfile } from './profile.ts';

/** İş Bankası. It exports old `.xls` files, which have to be saved as `.xlsx` or CSV first. */
export const isBankasi = bankProfile.parse({
  id: 'is-bankasi',
  title: 'İş Bankası',
  columns: {
    date: ['Tarih/Saat'],
    valueDate: ['Valör'],
    other: ['Kanal/Şube', 'Ek Bakiye', 'İşlem'],
    amount: ['İşlem Tutarı'],
    balance: ['Bakiye'],
    transactionType: ['İşlem Tipi'],
    direction: ['Borç/Alacak', 'B/A'],
    description: ['Açıklama'],
    reference: ['Referans', 'Referans No'],
  },
  required: ['description', 'transactionType'],
  decimal: 'comma',
  dates: ['dd/mm/yyyy', 'dd.mm.yyyy'],
  direction: { kind: 'signed' },
  senders: [
    // `AD SOYAD*0111*text*query*FAST`: the second field is the code of the sender's bank.
    { kind: 'field', separator: '*', index: 0, digitsAt: 1, when: { transactionType: ['FAST', 'EFT'] } },
    // The payer's text comes before the name, which the bank writes last.
    { kind: 'field', separator: '*', index: -1, when: { transactionType: ['Havale'] } },
  ],
  trustedReference: 'reference',
  defaultCurrency: 'TRY',
});

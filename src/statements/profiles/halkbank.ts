import { bankProfile } from './profile.ts';

/** Halkbank, the fields of its service: the other party has separate columns. */
export const halkbank = bankProfile.parse({
  id: 'halkbank',
  title: 'Halkbank',
  columns: {
    date: ['Tarih'],
    time: ['Saat'],
    other: ['SiraNo', 'Sıra No'],
    amount: ['HareketTutari', 'Hareket Tutarı'],
    balance: ['Bakiye'],
    description: ['EkstreAciklama', 'Ekstre Açıklama', 'Açıklama'],
    transactionType: ['IslemKod', 'İşlem Kod', 'İşlem Kodu'],
    reference: ['ReferansNo', 'Referans No'],
    receiptNo: ['DekontNo', 'Dekont No'],
    status: ['Iptal', 'İptal'],
    counterpartyName: ['KarsiAdSoyad', 'Karşı Ad Soyad'],
    counterpartyIban: ['KarsiHesapIBAN', 'Karşı Hesap IBAN'],
    payerId: ['KarsiKimlikNo', 'Karşı Kimlik No'],
  },
  required: ['description', 'counterpartyName'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd', 'yyyymmdd'],
  direction: { kind: 'signed' },
  // A line that was called off settles nothing.
  bookedWords: ['H', 'HAYIR'],
  pendingWords: ['E', 'EVET'],
  defaultCurrency: 'TRY',
});

import { bankProfile } from './profile.ts';

/** A table of any bank. It fits the files of most, so it is never chosen by itself. */
export const generic = bankProfile.parse({
  id: 'generic',
  title: 'Any bank',
  columns: {
    date: ['Tarih', 'İşlem Tarihi', 'Tarih/Saat', 'Date', 'Booking date', 'Transaction date', 'Buchungstag'],
    time: ['Saat', 'Time'],
    valueDate: ['Valör', 'Valör Tarihi', 'Value date', 'Valuta'],
    amount: ['Tutar', 'İşlem Tutarı', 'Amount', 'Betrag'],
    direction: ['B/A', 'A/B', 'Borç/Alacak', 'Alacak/Borç', 'Debit/Credit', 'D/C', 'Direction', 'CdtDbtInd'],
    balance: ['Bakiye', 'Balance', 'Saldo'],
    description: [
      'Açıklama',
      'Description',
      'Details',
      'Text',
      'Verwendungszweck',
      'VWZ',
      'Buchungstext',
      'Label',
    ],
    counterpartyName: ['Ad Soyad', 'Gönderen', 'Karşı Ad Soyad', 'Name', 'Counterparty'],
    counterpartyIban: ['Karşı IBAN', 'Gönderen IBAN', 'Counterparty IBAN'],
    reference: ['Referans', 'Referans No', 'Reference', 'Reference no'],
    receiptNo: ['Fiş No', 'Dekont No', 'Fiş/Dekont No', 'Receipt no'],
    transactionType: ['İşlem', 'İşlem Tipi', 'Hareket tipi', 'Type', 'Transaction type'],
    currency: ['Döviz', 'Döviz Cinsi', 'Para Birimi', 'Currency', 'CCY', 'Währung'],
    ownIban: ['Hesap IBAN', 'Own IBAN'],
    unclearIban: ['IBAN'],
    ownNumber: ['Hesap No', 'Account number'],
    status: ['Durum', 'Status'],
  },
  decimal: 'auto',
  dates: ['dd.mm.yyyy', 'yyyy-mm-dd', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
});

import { generic } from './generic.ts';
import { type BankProfile, bankProfile } from './profile.ts';

/** The settings that the tables of nearly all Turkish banks share. */
const TURKISH = {
  decimal: 'comma',
  dates: ['dd.mm.yyyy', 'dd/mm/yyyy'],
  direction: { kind: 'signed' },
  defaultCurrency: 'TRY',
};

/** The banks whose tables are recognized by their header. */
export const BANK_PROFILES: readonly BankProfile[] = [
  // It exports old `.xls` files, which have to be saved as `.xlsx` or CSV first.
  {
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
    dates: ['dd/mm/yyyy', 'dd.mm.yyyy'],
    senders: [
      // `AD SOYAD*0111*text*query*FAST`: the second field is the code of the sender's bank.
      { kind: 'field', separator: '*', index: 0, digitsAt: 1, when: { transactionType: ['FAST', 'EFT'] } },
      // The payer's text comes before the name, which the bank writes last.
      { kind: 'field', separator: '*', index: -1, when: { transactionType: ['Havale'] } },
    ],
    trustedReference: 'reference',
  },
  // Some of its files have a decimal comma, some a point: `auto` reads what has one meaning.
  {
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
  },
  // The styles of its spreadsheets are damaged, which other programs refuse.
  {
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
    senders: [
      // `Gönd: AD SOYAD 0209-Ziraat Katılım … FAST işlemi`
      { kind: 'between', prefix: 'Gönd: ', suffix: ' #-' },
      // Without the code of a bank: `Gönd: AD SOYAD - text`.
      { kind: 'between', prefix: 'Gönd: ', suffix: ' - ' },
    ],
  },
  // The columns TCKN and VKN are numbers of the holder of the account, not of the payer.
  {
    id: 'vakifbank',
    title: 'VakıfBank',
    columns: {
      ownNumber: ['Hesap No'],
      receiptNo: ['Fiş No'],
      date: ['İşlem Tarihi'],
      other: [
        ...['Hareket Tarih', 'Hareket Tarihi', 'Kart No', 'Kanal', 'İşlem No', 'Havale', 'Ref No'],
        ...['TCKN', 'VKN'],
      ],
      transactionType: ['İşlem'],
      amount: ['Tutar'],
      balance: ['Bakiye'],
      reference: ['Referans'],
      direction: ['B/A'],
      description: ['Açıklama'],
    },
    required: ['description', 'ownNumber'],
    dates: ['dd.mm.yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd'],
    direction: { kind: 'letters' },
    senders: [
      { kind: 'between', prefix: '# sorgu numaralı ', suffix: ' tarafından' },
      // After the number of the account of the sender, in digits or as an IBAN with or without blanks.
      { kind: 'between', prefix: '# nolu ', suffix: ' hesabından' },
      { kind: 'between', prefix: 'TR# nolu ', suffix: ' hesabından' },
      { kind: 'between', prefix: 'TR# # # # # # # nolu ', suffix: ' hesabından' },
    ],
  },
  {
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
    senders: [
      { kind: 'between', prefix: 'FAST GELEN - ', suffix: ' - ' },
      { kind: 'between', prefix: 'EFT GELEN - ', suffix: ' - ' },
      { kind: 'between', prefix: 'HAVALE GELEN - ', suffix: ' - ' },
      { kind: 'between', prefix: 'HAVALE GELEN ' },
      // `AD-text-FAST-1534679706`
      { kind: 'field', separator: '-', index: 0, digitsAt: -1, endsWith: '-FAST-#' },
    ],
  },
  // Its descriptions have the sender without anything that shows where the name ends, so none is taken from them. The rules
  // look for the names of other depositors in the text.
  {
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
  },
  // Its spreadsheets have empty columns between the others.
  {
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
    // `AD, text, AD tarafından aktarılan`
    senders: [{ kind: 'field', separator: ', ', index: 0, endsWith: ' tarafından aktarılan' }],
  },
  // The fields of its service: the other party has separate columns.
  {
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
    dates: ['dd.mm.yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd', 'yyyymmdd'],
    // A cancelled line settles nothing.
    bookedWords: ['H', 'HAYIR'],
    pendingWords: ['E', 'EVET'],
  },
].map((own) => bankProfile.parse({ ...TURKISH, ...own }));

/** The profile for a table of another bank, which somebody has to choose. */
export const GENERIC_PROFILE: BankProfile = generic;

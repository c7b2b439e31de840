/** The kinds of files of an export. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;

/** The words of an export for people, in the languages of the console. */
export const EXPORT_LANGUAGES = ['en', 'tr'] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

const EN = {
  movements: 'Movements',
  sums: 'Sums by merchant',
  columns: {
    day: 'Day',
    settledAt: 'Settled at',
    slug: 'Merchant',
    merchant: 'Merchant name',
    what: 'Movement',
    incoming: 'In',
    outgoing: 'Out',
    currency: 'Currency',
    account: 'Account',
    accountIban: 'Account IBAN',
    party: 'Payer or payee',
    partyIban: 'Payer or payee IBAN',
    bankReference: 'Bank reference',
    reference: 'Reference',
    transactionId: 'Transaction id',
    processId: 'Process id',
    userId: 'User id',
  },
  what: {
    depositpaid: 'deposit',
    depositreversed: 'deposit reversed',
    withdrawalpaid: 'withdrawal',
    withdrawalreversed: 'withdrawal reversed',
    fee: 'bank fee',
  },
  sum: {
    slug: 'Merchant',
    name: 'Merchant name',
    count: 'Movements',
    depositsMinor: 'Deposits (in)',
    depositsReversedMinor: 'Deposits reversed (out)',
    withdrawalsMinor: 'Withdrawals (out)',
    withdrawalsReversedMinor: 'Withdrawals reversed (in)',
    feesMinor: 'Bank fees (out)',
    currency: 'Currency',
  },
  total: 'Total',
  fees: 'Bank fees',
};

const TR: typeof EN = {
  movements: 'Hareketler',
  sums: 'İşyeri toplamları',
  columns: {
    day: 'Tarih',
    settledAt: 'Onay zamanı',
    slug: 'İşyeri',
    merchant: 'İşyeri adı',
    what: 'Hareket',
    incoming: 'Giren',
    outgoing: 'Çıkan',
    currency: 'Para birimi',
    account: 'Hesap',
    accountIban: 'Hesap IBAN',
    party: 'Gönderen / alıcı',
    partyIban: 'Gönderen / alıcı IBAN',
    bankReference: 'Banka referansı',
    reference: 'Referans',
    transactionId: 'İşlem no',
    processId: 'İşyeri işlem ID',
    userId: 'Kullanıcı ID',
  },
  what: {
    depositpaid: 'yatırma',
    depositreversed: 'yatırma iadesi',
    withdrawalpaid: 'çekim',
    withdrawalreversed: 'çekim iadesi',
    fee: 'banka masrafı',
  },
  sum: {
    slug: 'İşyeri',
    name: 'İşyeri adı',
    count: 'Hareket sayısı',
    depositsMinor: 'Yatırmalar (giren)',
    depositsReversedMinor: 'Yatırma iadeleri (çıkan)',
    withdrawalsMinor: 'Çekimler (çıkan)',
    withdrawalsReversedMinor: 'Çekim iadeleri (giren)',
    feesMinor: 'Banka masrafları (çıkan)',
    currency: 'Para birimi',
  },
  total: 'Toplam',
  fees: 'Banka masrafları',
};

export type ExportWords = typeof EN;
export const EXPORT_WORDS: Readonly<Record<ExportLanguage, ExportWords>> = { en: EN, tr: TR };

import type { PaletteTexts } from './palette-en.ts';

export const texts: PaletteTexts = {
  label: 'İşlemler, banka hareketleri, gönderenler, ekranlar',
  placeholder: 'Ad, tutar, açıklama, referans, IBAN veya no.',
  hint: 'En az iki karakter yazın. Ok tuşları seçer, Enter açar, Esc kapatır.',
  looking: 'Aranıyor …',
  found: (count) => `${count} sonuç`,
  nothing: 'Sonuç yok',
  nothingHint:
    'Ad, 1.250,50 gibi bir tutar, referansın tamamı, açıklamadan bir sözcük veya IBAN’ın sonu ile bulunur.',
  groups: {
    screens: 'Ekranlar',
    transactions: 'İşlemler',
    lines: 'Banka hareketleri',
    payers: 'Gönderenler',
  },
  allTransactions: 'Bulunan tüm işlemler',
  allLines: 'Bulunan tüm hareketler',
  payerLines: (count) => `${count} hareketle gönderdi`,
  waitsSince: (when) => `${when} tarihinden beri bekliyor`,
  saysSent: (when) => `gönderen, ödemeyi bildirdi: ${when}`,
  ended: (what, when) => `${what}, ${when}`,
  came: (day, what) => `${day} geldi, ${what}`,
  went: (day, what) => `${day} çıktı, ${what}`,
  waits: (why) => `bekliyor: ${why}`,
  notBooked: 'banka henüz kesinleştirmedi',
  byRule: 'mutabakatta otomatik onaylandı',
  paidOutByRule: 'mutabakatta otomatik eşleşti',
  byPerson: (name) => `${name} eşleştirdi`,
  putAway: (name, note) => `${name} hareketi işlem dışı bıraktı: ${note}`,
  somebody: 'bir operatör',
  lineOf: (file) => `${file} dosyasındaki hareket`,
};

import type { Texts } from '../types.ts';

export const searchField: Texts['searchField'] = {
  label: 'Bul',
  placeholder: 'Tutar, ad, referans, IBAN, no',
  filters: 'Filtreler',
  deposits: 'Yatırma',
  withdrawals: 'Çekim',
  sent: 'Ödeme bildirimi',
  kinds: {
    expired: 'Süresi dolan',
    cancelled: 'İptal edilen',
    rejected: 'Reddedilen',
    reversed: 'İade edilen',
  },
  bank: 'Banka',
  noBanks: 'Banka listesi yok',
  account: 'Hesap',
  client: 'İşyeri',
  clear: 'Temizle',
  notOne: (typed, count) => `“${typed}”: ${count} bekleyen işlem bulundu. Onaylanan olmadı.`,
  decidedAlready: (count) => `${count} işleme karar verildi, `,
  amountProblem: 'Tutar girin: 1.250,50 ya da 1250,5 gibi.',
  views: 'Görünümlerim',
  savedViews: {
    name: 'Bu filtreyi şu adla sakla',
    keep: 'Sakla',
    remove: (name) => `${name} görünümünü kaldır`,
    nothingSet: 'Önce bir filtre seçin, sonra burada bir adla saklayın.',
    full: (count) => `En çok ${count} görünüm saklanabilir. Önce birini kaldırın.`,
  },
};

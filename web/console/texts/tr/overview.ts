import type { OverviewTexts } from '../en/overview.ts';

export const texts: OverviewTexts = {
  what: 'genel bakış',
  groupBy: 'Gruplama',
  groups: { day: 'Güne göre', bank: 'Bankaya göre', client: 'İşyerine göre' },
  groupTitles: { day: 'Gün', bank: 'Banka', client: 'İşyeri' },
  span: 'Dönem',
  days: (count) => `${count} gün`,
  refresh: 'Yenile',
  nothing: (days) => `Son ${days} günde işlem oluşturulmadı`,
  compared: (days) =>
    days === 7 ? 'Yüzdeler önceki haftaya göredir.' : `Yüzdeler önceki ${days} güne göredir.`,
  lines: (days) =>
    days === 7
      ? 'Grafiklerdeki çizgiler bir hafta önceki değerlerdir.'
      : `Grafiklerdeki çizgiler önceki ${days} günün değerleridir.`,
  newNow: 'önceki dönemde yoktu',
  same: 'değişmedi',
  totals: {
    deposits: 'Yatırılan',
    withdrawals: 'Çekilen',
    created: 'Oluşturulan',
    rate: 'Başarı oranı',
    pending: 'Bekleyen',
    time: 'Onay süresi',
  },
  metrics: {
    deposits: ['Yatırmalar', 'başarılı yatırmalarda yatırılan tutar'],
    withdrawals: ['Çekimler', 'başarılı çekimlerde ödenen tutar'],
    outcomes: ['Sonuçlar', 'oluşturulan işlemlerin nasıl sonuçlandığı'],
    rate: ['Başarı oranı', 'sonuçlananlar içinde başarılı olanlar'],
    time: ['Onay süresi', 'başarılı işlemlerin ortalama bekleme süresi'],
  },
  outcomes: {
    successful: 'başarılı',
    pending: 'bekliyor',
    expired: 'süresi doldu',
    cancelled: 'iptal edildi',
    rejected: 'reddedildi',
    reversed: 'iade edildi',
  },
  asTable: (title) => `Tablo olarak: ${title}`,
  noValue: 'henüz değer yok',
  empty: 'Bu dönemde henüz işlem yok',
  earlier: (value) => `önceki: ${value}`,
  unknown: (key) => `bilinmeyen (${key})`,
  keys: 'Ok tuşlarıyla çubuklar arasında gezinin.',
};

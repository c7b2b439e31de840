import type { SearchTexts } from '../en/search.ts';

export const texts: SearchTexts = {
  what: 'işlemler',
  table: 'İşlemler, en yenisi önce',
  views: 'Görünümler',
  viewNames: {
    all: 'Tümü',
    pending: 'Bekleyen',
    successful: 'Başarılı',
    unsuccessful: 'Başarısız',
    late: 'Geç gelen',
  },
  lateHint:
    'Ödeme bildirimi olduğu halde süresi dolan ya da süresi bittikten sonra ödenen işlemler. Bu parayı banka hesabında arayın.',
  apply: 'Ara',
  fields: {
    from: 'Başlangıç tarihi',
    to: 'Bitiş tarihi',
    minAmount: 'En düşük tutar',
    maxAmount: 'En yüksek tutar',
    userId: 'Kullanıcı no',
    processId: 'İşyeri işlem no',
    movedFrom: 'Para hareketi: başlangıç',
    movedTo: 'Para hareketi: bitiş',
    movedAccountId: 'Hareketin hesabı',
  },
  anyAccount: 'tüm hesaplar',
  columns: { outcome: 'Sonuç', created: 'Oluşturulma' },
  late: 'geç',
  of: (asked) => `istenen ${asked}`,
  found: 'işlem bulundu',
  shown: 'işlem gösteriliyor, devamı var',
  sums: {
    button: 'Toplamlar',
    all: (count) => `Toplam ${count} işlem`,
    newest: (count) => `Yalnızca en yeni ${count} işlem`,
    successful: {
      deposit: (count, sum) => `Onaylanan yatırma: ${count} adet, ${sum}`,
      withdrawal: (count, sum) => `Ödenen çekim: ${count} adet, ${sum}`,
    },
    pending: {
      deposit: (count, sum) => `Bekleyen yatırma: ${count} adet, ${sum}`,
      withdrawal: (count, sum) => `Bekleyen çekim: ${count} adet, ${sum}`,
    },
  },
  nothing: 'İşlem bulunamadı',
  searchLines: 'Banka hareketlerinde ara',
  wrongFilter: 'Arama yapılamadı',
  wrongFilterHint: 'Yukarıda işaretli alanı düzeltin.',
};

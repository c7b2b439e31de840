import type { Texts } from '../en.ts';

export const search: Texts['search'] = {
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
    'Ödeyen gönderdim dediği halde süresi dolan ya da süresi bittikten sonra ödenen işlemler. Bu parayı banka hesabında arayın.',
  moreFilters: 'Zaman, tutar ve numaralar',
  apply: 'Ara',
  fields: {
    from: 'Oluşturma, başlangıç',
    to: 'Oluşturma, bitiş',
    minAmount: 'En az tutar',
    maxAmount: 'En çok tutar',
    userId: 'Kullanıcı numarası',
    processId: 'İşlem numarası',
  },
  columns: { outcome: 'Sonuç', created: 'Oluşturma' },
  ended: {
    expired: 'süresi doldu',
    cancelled: 'iptal edildi',
    rejected: 'reddedildi',
    reversed: 'iade edildi',
  },
  late: 'geç',
  of: (asked) => `istenen ${asked}`,
  found: 'işlem bulundu',
  shown: 'işlem gösteriliyor, devamı var',
  readingMore: 'Daha eskilere bakılıyor …',
  nothing: 'İşlem bulunamadı',
  nothingHint: 'Bir süzgeci kaldırın ya da başka bir şey arayın.',
  wrongFilter: 'Bu aranamaz',
  wrongFilterHint: 'Yukarıda işaretli alanı düzeltin.',
};

import type { Texts } from '../en.ts';

export const callbacks: Texts['callbacks'] = {
  what: 'bildirimler',
  about:
    'Bildirim, bir işlemin değiştiğini işyerine haber verir. Alındığı onaylanmayan bildirim üç gün boyunca yeniden denenir, sonra iletilemedi sayılır.',
  empty: 'Bütün bildirimler iletildi',
  emptyHint: 'Bildirimi bekleyen ya da iletilemeyen işyerleri burada kendiliğinden görünür.',
  byClient: 'İşyerine göre bildirimler',
  client: 'İşyeri',
  failed: 'İletilemeyen',
  waiting: 'Bekleyen',
  lastError: 'Son hata',
  lastFailedAt: 'Son başarısız deneme',
  redeliver: 'Yeniden ilet',
  redeliverAll: (count, shown) =>
    count === 1 ? '1 bildirimi yeniden ilet' : `${shown} bildirimi yeniden ilet`,
  failedOf: (client) => `İletilemeyenler: ${client}`,
  noneFailed: 'Bu işyerinin iletilemeyen bildirimi yok.',
  transaction: 'İşlem',
  change: 'Değişiklik',
  happenedAt: 'Zaman',
  more: (count) => `${count} kayıttan fazlasını göster`,
  failedCount: (count) => `${count} iletilemeyen bildirim`,
  redelivered: 'Bildirim yeniden iletiliyor.',
  redeliveredAll: (_count, shown) => `${shown} bildirim yeniden iletiliyor.`,
};

import type { Texts } from '../types.ts';

export const callbacks: Texts['callbacks'] = {
  what: 'bildirimler',
  about:
    'Bildirim, bir işlemin değiştiğini işyerine haber verir. Alındığı onaylanmayan bildirim üç gün boyunca yeniden denenir, sonra iletilemedi sayılır.',
  empty: 'Tüm bildirimler iletildi',
  emptyHint: 'Bekleyen ya da iletilemeyen bildirimler işyerine göre burada görünür.',
  byClient: 'İşyerine göre bildirimler',
  client: 'İşyeri',
  failed: 'İletilemeyen',
  waiting: 'Bekleyen',
  lastError: 'Son hata',
  lastFailedAt: 'Son başarısız deneme',
  redeliver: 'Yeniden ilet',
  redeliverAll: (_count, shown) => `${shown} bildirimi yeniden ilet`,
  failedOf: (client) => `İletilemeyenler: ${client}`,
  noneFailed: 'Bu işyerinin iletilemeyen bildirimi yok.',
  transaction: 'İşlem',
  change: 'Değişiklik',
  happenedAt: 'Ne zaman',
  more: (count) => `Daha fazla göster (${count} gösteriliyor)`,
  failedCount: (count) => `${count} iletilemeyen bildirim`,
  redelivered: 'Bildirim yeniden iletiliyor.',
  redeliveredAll: (_count, shown) => `${shown} bildirim yeniden iletiliyor.`,
};

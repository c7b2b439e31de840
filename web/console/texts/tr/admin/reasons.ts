import type { AdminTexts } from '../../types.ts';

export const reasons: AdminTexts['reasons'] = {
  what: 'hazır gerekçeler',
  about:
    'Operatörler bu gerekçeleri numarasıyla seçer: karar tuşu, numara, Enter. Her gerekçenin yanında onu kimlerin göreceği yazar.',
  table: 'Karara göre hazır gerekçeler',
  newTemplate: 'Yeni gerekçe',
  empty: 'Henüz hazır gerekçe yok',
  emptyHint: 'Operatörler şimdilik her gerekçeyi kendileri yazar.',
  number: 'Tuş',
  kind: 'Karar',
  text: 'Gerekçe',
  newTitle: 'Yeni gerekçe',
  editTitle: 'Gerekçeyi değiştir',
  remove: 'Kaldır',
  saved: (text) => `Kaydedildi: ${text}`,
  removed: (text) => `Kaldırıldı: ${text}`,
  textHint: 'Okuyacak kişilerin dilinde, en çok 200 karakter.',
  duplicate: 'Bu kararın aynı hazır gerekçesi zaten var.',
  full: 'Bir kararın en çok dokuz hazır gerekçesi olabilir: her birinin bir rakam tuşu vardır.',
};

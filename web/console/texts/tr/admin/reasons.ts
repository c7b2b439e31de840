import type { AdminTexts } from '../../admin-en.ts';

export const reasons: AdminTexts['reasons'] = {
  what: 'hazır nedenler',
  about:
    'Operatörler bu nedenleri numarasıyla seçer: karar tuşu, numara, Enter. Her nedenin yanında onu kimlerin göreceği yazar.',
  table: 'Karara göre hazır nedenler',
  newTemplate: 'Yeni neden',
  empty: 'Henüz hazır neden yok',
  emptyHint: 'Operatörler şimdilik her nedeni kendileri yazar.',
  number: 'Tuş',
  kind: 'Karar',
  text: 'Neden',
  newTitle: 'Yeni neden',
  editTitle: 'Nedeni değiştir',
  remove: 'Kaldır',
  saved: (text) => `Kaydedildi: ${text}`,
  removed: (text) => `Kaldırıldı: ${text}`,
  textHint: 'Okuyacak kişilerin dilinde, en çok 200 karakter.',
  duplicate: 'Bu kararın aynı hazır nedeni zaten var.',
  full: 'Bir kararın en çok dokuz hazır nedeni olabilir: her birinin bir rakam tuşu vardır.',
};

import type { ReconciliationTexts } from '../../reconciliation-en.ts';

export const preview: ReconciliationTexts['preview'] = {
  title: (name) => `${name} yüklenirse ne olur`,
  hint: 'Henüz hiçbir şey kaydedilmedi. Enter yükler, Escape vazgeçer.',
  refused: (name) => `${name} yüklenemez`,
  refusedHint: 'Aşağıda yazanları düzeltin ya da yukarıdan hesabı veya sütunları seçin.',
  commit: (count) => `${count} yeni hareketi yükle`,
  leave: 'Vazgeç',
  lines: (count) => `${count} hareket`,
  added: (count) => `${count} yeni`,
  known: (count) => `${count} hareket önceki dosyalarda vardı`,
  knownLine: 'önceden var',
  repeat: 'Aynı dosya daha önce yüklenmiş; yeniden yüklemek hiçbir şeyi değiştirmez.',
  balances: (opening, closing) => `Açılış bakiyesi ${opening}, kapanış bakiyesi ${closing}.`,
  held: 'Bekletilir:',
  tooMany: 'Yeni hareketler, her birine ne olacağını burada göstermek için çok fazla.',
  outcomes: 'Yeni hareketlere ne olur',
  table: (name) => `${name} hareketleri`,
  why: 'Ne olur',
  settles: 'yatırmayı onaylar',
  candidates: (count) => `${count} aday`,
  more: (count) => `ve ${count} hareket daha`,
};

import type { ReconciliationTexts } from '../../types.ts';

export const preview: ReconciliationTexts['preview'] = {
  title: (name) => `${name} yüklenirse ne olur`,
  hint: 'Henüz hiçbir şey kaydedilmedi. Yüklemek için Enter, vazgeçmek için Esc.',
  doubtedHint: 'Henüz hiçbir şey kaydedilmedi. Vazgeçmek için Esc.',
  refused: (name) => `${name} yüklenemez`,
  refusedHint: 'Aşağıda yazanları düzeltin ya da yukarıdan hesabı veya ekstre biçimini seçin.',
  commit: (count) => `${count} yeni hareketi yükle`,
  leave: 'Vazgeç',
  skipUnknown: 'Banka listesinde olmayan hesapların ekstrelerini dışarıda bırak',
  knownLine: 'önceden var',
  repeat: 'Aynı dosya daha önce yüklenmiş; yeniden yüklemek hiçbir şeyi değiştirmez.',
  balances: (opening, closing) => `Açılış bakiyesi ${opening}, kapanış bakiyesi ${closing}.`,
  held: 'Bekletilir:',
  warnings: {
    title: (account) => `Bu hareketler ${account} hesabının mı?`,
    'other-deposits': (count, account) =>
      `${count} harekette ${account} hesabına beklenen bir yatırmanın referansı var.`,
    'other-iban': (count, account) => `${count} hareketin açıklamasında ${account} hesabının IBAN’ı var.`,
    'own-iban': (count) => `${count} hareketin karşı tarafı bu hesabın kendisi.`,
    'other-balance': (opening, account) =>
      `Açılış bakiyesi ${opening}; bu, ${account} hesabının son bakiyesi, bu hesabınki değil.`,
    'balance-gap': (opening, closing, day) =>
      `Açılış bakiyesi ${opening}, ama bu hesabın ${day} günü kapanış bakiyesi ${closing}. Arada bir ekstre eksik olabilir.`,
    sure: (account) => `Evet, hareketler ${account} hesabının`,
  },
  tooMany: 'Yeni hareketler, her birine ne olacağını burada göstermek için çok fazla.',
  outcomes: 'Yeni hareketlere ne olur',
  table: (name) => `${name} hareketleri`,
  why: 'Ne olur',
  settles: 'yatırmayı onaylar',
  candidates: (count) => `${count} aday`,
  more: (count) => `ve ${count} hareket daha`,
};

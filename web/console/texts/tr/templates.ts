import type { Texts } from '../types.ts';

export const templates: Texts['templates'] = {
  seenBy: 'Kim görür',
  readers: { payer: 'gönderen ve işyeri', merchant: 'işyeri', nobody: 'yalnızca ekip' },
  readersLong: {
    payer: 'Gönderen ve işyeri (ödeme sayfasında da)',
    merchant: 'İşyeri (bildirimler ve listeler)',
    nobody: 'Yalnızca ekip (geçmiş ve denetim kaydı)',
  },
  putAway: 'Hareketi işlem dışı bırak',
  pick: 'Gerekçe',
  pickOptional: 'Gerekçe (isteğe bağlı)',
  pickHint: 'Numarasına basın. Yazarken Alt tuşuyla birlikte basın.',
  ownWords: 'Başka bir gerekçe',
  removedMeanwhile: 'Seçtiğiniz gerekçe bu arada kaldırıldı. Başka bir gerekçe seçin.',
  ownWordsLabel: 'Gerekçeyi yazın',
};

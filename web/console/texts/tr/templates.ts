import type { Texts } from '../en.ts';

export const templates: Texts['templates'] = {
  seenBy: 'Kim görür',
  readers: { payer: 'ödeyen ve işyeri', merchant: 'işyeri', nobody: 'yalnızca ekip' },
  readersLong: {
    payer: 'Ödeyen ve işyeri (ödeme sayfasında da)',
    merchant: 'İşyeri (bildirimler ve listeler)',
    nobody: 'Yalnızca ekip (geçmiş ve denetim kaydı)',
  },
  putAway: 'Hareketi ayır',
  pick: 'Neden',
  pickOptional: 'Neden (isteğe bağlı)',
  pickHint: 'Numarasına basın. Yazarken Alt tuşuyla birlikte basın.',
  ownWords: 'Başka bir neden',
  removedMeanwhile: 'Seçtiğiniz neden bu arada kaldırıldı. Başka bir neden seçin.',
  ownWordsLabel: 'Nedeni yazın',
};

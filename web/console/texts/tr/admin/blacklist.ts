import type { AdminTexts } from '../../types.ts';

export const blacklist: AdminTexts['blacklist'] = {
  what: 'kara liste',
  title: 'Kara liste',
  newEntry: 'Yeni kayıt',
  empty: 'Kara listede kimse yok',
  kind: 'Tür',
  kinds: { userId: 'Kullanıcı', iban: 'IBAN', convertedName: 'Ad' },
  value: 'Değer',
  for: 'Geçerli olduğu işyeri',
  everyMerchant: 'tüm işyerleri',
  reason: 'Gerekçe',
  since: 'Eklenme',
  remove: 'Çıkar',
  dialogTitle: 'Kara listeye yeni kayıt',
  merchant: 'İşyeri',
  add: 'Ekle',
  removed: (value) => `${value} kara listeden çıkarıldı.`,
  added: (value) => `${value} kara listeye eklendi.`,
  waiting: (count) =>
    `Bekleyen ${count} işlem bu kayda takıldı; bir operatör engeli kaldırana kadar onaylanamaz ve ödenemez.`,
  wasThere: (value) => `${value} zaten kara listedeydi.`,
};

import type { Texts } from '../en.ts';

export const blacklist: Texts['blacklist'] = {
  what: 'kara liste',
  title: 'Kara liste',
  newEntry: 'Yeni kayıt',
  empty: 'Kara listede kimse yok',
  kind: 'Tür',
  kinds: { userId: 'Kullanıcı', iban: 'IBAN', convertedName: 'Ad' },
  value: 'Değer',
  for: 'Geçerli olduğu yer',
  everyMerchant: 'tüm işyerleri',
  reason: 'Neden',
  since: 'Başlangıç',
  remove: 'Kaldır',
  dialogTitle: 'Kara listeye yeni kayıt',
  merchant: 'İşyeri',
  add: 'Ekle',
  removed: (value) => `${value} kara listeden kaldırıldı.`,
  added: (value) => `${value} kara listeye eklendi.`,
  wasThere: (value) => `${value} zaten kara listedeydi.`,
};

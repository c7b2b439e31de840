import type { Texts } from '../types.ts';

export const session: Texts['session'] = {
  yourSession: 'oturumunuz',
  signedOutElsewhere: 'Başka bir sekmede çıkış yaptınız.',
  signIn: 'Giriş yap',
  keyFile: 'Anahtar dosyası',
  chooseFile: 'Dosya seç',
  keyFileHint: 'Yöneticinin verdiği dosyayı seçin ya da bu sayfaya sürükleyip bırakın.',
  or: 'ya da',
  appKey: 'Anahtar adı (appKey)',
  secret: 'Gizli anahtar',
  secretHint: 'Tarayıcıdan çıkmaz; yalnızca geri okunamayan bir imza anahtarı saklanır.',
  staysSignedIn:
    'Çıkış yapana ya da 30 gün kullanmayana kadar oturumunuz açık kalır. Ortak bilgisayardan ayrılırken çıkış yapın.',
  enterAppKey: 'Anahtar adını girin.',
  badAppKey: 'Anahtar adında yalnızca İngilizce harf, rakam ve işaretler olabilir; boşluk olamaz.',
  enterSecret: 'Gizli anahtarı girin.',
  badKeyFile: 'Bu, konsolun anahtar dosyası değil. Anahtarla birlikte indirilen .json dosyasını seçin.',
  keyFileOf: (address) => `Dosya şu adrese ait: ${address}.`,
  needsHttps: 'Konsolu https ile açın: tarayıcılar https olmadan imza atamaz.',
  merchantKey: 'Bu, bir işyerinin anahtarı. Konsola izleyici, operatör ve yönetici anahtarlarıyla girilir.',
  unknownKey: 'Bu adda bir anahtar yok ya da anahtar devre dışı.',
  otherPlace:
    'Bu anahtar bu ağdan kullanılamaz. Her zamanki ağa, örneğin VPN üzerinden, bağlanıp yeniden deneyin.',
  wrongSecret: 'Gizli anahtar bu anahtar adına ait değil.',
  clockBehind: (minutes) => `Bu bilgisayarın saati ${minutes} dakika geri. Saati düzeltip yeniden deneyin.`,
  clockAhead: (minutes) => `Bu bilgisayarın saati ${minutes} dakika ileri. Saati düzeltip yeniden deneyin.`,
};

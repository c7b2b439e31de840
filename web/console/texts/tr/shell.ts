import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  console: 'Operatör konsolu',
  test: 'Test',
  testKey: 'Bir test anahtarıyla giriş yaptınız: buradaki işlemlerin hiçbiri gerçek değildir.',
  screens: 'Ekranlar',
  titles: {
    queue: 'Bekleyenler',
    search: 'Arama',
    payouts: 'Toplu ödemeler',
    reconciliation: 'Mutabakat',
    overview: 'Genel bakış',
    callbacks: 'Bildirimler',
    clients: 'İşyerleri ve kişiler',
    banks: 'Bankalar',
    blacklist: 'Kara liste',
    templates: 'Hazır nedenler',
    audit: 'Denetim kaydı',
  },
  live: {
    connecting: 'Bağlanıyor …',
    live: 'Canlı',
    reconnecting: 'Yeniden bağlanıyor …',
  },
  outdated: 'Bağlantı koptu: ekran güncel olmayabilir. Yeniden bağlanıyor …',
  timesIn: (zone) => `Saat dilimi: ${zone}`,
  account: 'Hesap',
  language: 'Dil',
  signOut: 'Çıkış yap',
  notHere: 'Bulunamadı',
  noSuchScreen: 'Böyle bir ekran yok ya da anahtarınızın bu ekrana yetkisi yok.',
  goToQueue: 'Bekleyenlere git',
};

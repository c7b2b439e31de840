import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  console: 'Operatör konsolu',
  screens: 'Ekranlar',
  titles: {
    queue: 'Bekleyenler',
    search: 'Arama',
    overview: 'Genel bakış',
    clients: 'İşyerleri',
    banks: 'Bankalar',
    blacklist: 'Kara liste',
    audit: 'Denetim kaydı',
  },
  live: {
    connecting: 'Bağlanıyor …',
    live: 'Canlı',
    reconnecting: 'Yeniden bağlanıyor …',
  },
  timesIn: (zone) => `Saatler: ${zone}`,
  language: 'Dil',
  signOut: 'Çıkış yap',
  notHere: 'Burada değil',
  noSuchScreen: 'Böyle bir ekran yok ya da anahtarınız onu göremez.',
  goToQueue: 'Bekleyenlere git',
};

import type { Texts } from '../en.ts';

export const ui: Texts['ui'] = {
  back: 'Vazgeç',
  close: 'Kapat',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  notCopied: 'Kopyalanamadı',
  copyWhat: (what) => `Kopyala: ${what}`,
  reading: (what) => `Yükleniyor: ${what} …`,
  showMore: 'Daha fazla göster',
  readingMore: 'Yükleniyor …',
  failed: 'İşlem yapılamadı',
  tryAgain: 'Yeniden dene',
  working: 'Sürüyor …',
  really: 'Emin misiniz?',
  someFields: 'Bazı alanları kontrol edin.',
  unreachable: 'Servise ulaşılamıyor. Bağlantıyı kontrol edip yeniden deneyin.',
  pageFailed: 'Sonraki sayfa yüklenemedi. Yeniden deneyin.',
  line: (line, message) => `${line}. satır: ${message}`,
  units: { d: 'gün', h: 'sa', min: 'dk', s: 'sn' },
  status: { pending: 'bekliyor', successful: 'başarılı', unsuccessful: 'başarısız' },
  type: { deposit: 'Yatırma', withdrawal: 'Çekme' },
};

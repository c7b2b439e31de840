import type { HelpTexts } from '../en/help.ts';

export const texts: HelpTexts = {
  title: 'Klavye kısayolları',
  keys: [
    ['/', 'bul; tek sonuçta Enter onay penceresini açar, Shift+Enter hemen onaylar'],
    ['j / ↓', 'sonraki işlem'],
    ['k / ↑', 'önceki işlem'],
    ['Enter', 'ayrıntıyı aç; seçimi izler'],
    ['Esc', 'ayrıntıyı kapat ya da seçimi kaldır'],
    ['Ctrl+K', 'her yerde ara'],
    ['g q, g r, g p', 'Bekleyenler, Mutabakat, Toplu ödemeler ekranına git'],
  ],
  decisions: [
    ['s', 'onayla, tutarı kontrol ederek'],
    ['Shift+S', 'istenen tutarla onayla; seçililerin hepsini onayla'],
    ['r', 'reddet'],
    ['p', 'çekimi ödemeye başla; o sırada başkası onaylayamaz'],
    ['z', 'son kararı geri al, 8 saniye içinde'],
    ['x', 'seç ya da seçimden çıkar'],
    ['Shift+↓ ↑', 'birkaçını seç'],
    ['a', 'görünenlerin hepsini seç'],
  ],
  last: [['?', 'bu yardım']],
};

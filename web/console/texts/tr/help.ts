import type { HelpTexts } from '../en/help.ts';

const FIND = ['/', 'bul; tek sonuçta Enter onay penceresini açar, Shift+Enter hemen onaylar'];
const LIST = [
  ['j / ↓', 'sonraki işlem'],
  ['k / ↑', 'önceki işlem'],
  ['Enter', 'ayrıntıyı aç; seçimi izler'],
  ['Esc', 'ayrıntıyı kapat ya da seçimi kaldır'],
];
const UNDO = ['z', 'son kararı geri al, 8 saniye içinde'];
const DECISIONS = [
  ['s', 'onayla, tutarı kontrol ederek'],
  ['Shift+S', 'istenen tutarla onayla; seçililerin hepsini onayla'],
  ['r', 'reddet'],
  ['p', 'çekimi ödemeye başla; o sırada başkası onaylayamaz'],
  ['c', 'çekimin ödeme bilgilerini sırayla kopyala'],
  UNDO,
  ['x', 'seç ya da seçimden çıkar'],
  ['Shift+↓ ↑', 'birkaçını seç'],
  ['a', 'görünenlerin hepsini seç'],
];

export const texts: HelpTexts = {
  title: 'Klavye kısayolları',
  screens: {
    queue: { keys: [FIND, ...LIST], decisions: DECISIONS },
    search: { keys: [FIND, ...LIST], decisions: DECISIONS },
    payouts: {
      keys: [
        ['j / ↓', 'sonraki liste'],
        ['k / ↑', 'önceki liste'],
        ['Enter', 'listeyi aç'],
        ['Esc', 'listelere dön'],
      ],
      decisions: [
        ['n', 'yeni liste'],
        ['a', 'listeyi onayla'],
        ['e', 'dosyasını çıkar'],
        ['d', 'dosyasını yeniden indir'],
        ['r', 'listeyi ya da dosyasında seçilen ödemeleri reddet'],
        ['Delete', 'seçilen ödemeleri listeden çıkar'],
      ],
    },
    reconciliation: {
      keys: [
        ['j / ↓', 'sonraki hareket'],
        ['k / ↑', 'önceki hareket'],
        ['n', 'sonraki hareket; sonuncudan ilkine döner'],
        ['← →', 'günlerde: önceki ya da sonraki gün'],
        ['p', 'günü yazdır'],
      ],
      decisions: [
        ['Enter', 'gösterileni onayla: ilk düğme'],
        ['1–9', 'aday seç'],
        ['a', 'kesin eşleşenlerin tümünü onayla'],
        ['x', 'hareketi işlem dışı bırak'],
        ['u', 'kararı geri al'],
        ['/', 'başka bir işlem bul'],
        UNDO,
        ['c', 'gün sonunu kapat'],
      ],
    },
  },
  everywhere: [
    ['Ctrl+K', 'her yerde ara'],
    ['g q, g r, g p', 'Bekleyenler, Mutabakat, Toplu ödemeler ekranına git'],
    ['Esc', 'başka bir şey açık değilse son mesajı kapat'],
    ['?', 'bu yardım'],
  ],
};

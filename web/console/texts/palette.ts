import { lazyTexts } from './lazy-texts.ts';
import type { PaletteTexts } from './palette-en.ts';

/** The texts of the search over everything, in the language of the console. */
export const { load: loadPaletteTexts, texts: paletteTexts } = lazyTexts<PaletteTexts>('palette', {
  en: () => import('./palette-en.ts'),
  tr: () => import('./palette-tr.ts'),
});

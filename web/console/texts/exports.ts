import type { ExportTexts } from './en/export.ts';
import { lazyTexts } from './lazy-texts.ts';

/** The texts of exports, in the language of the console. */
export const { load: loadExportTexts, texts: exportTexts } = lazyTexts<ExportTexts>('exports', {
  en: () => import('./en/export.ts'),
  tr: () => import('./tr/export.ts'),
});

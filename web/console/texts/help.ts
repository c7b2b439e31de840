import type { HelpTexts } from './en/help.ts';
import { lazyTexts } from './lazy-texts.ts';

/** The list of the keyboard shortcuts, in the language of the console. */
export const { load: loadHelpTexts, texts: helpTexts } = lazyTexts<HelpTexts>('help', {
  en: () => import('./en/help.ts'),
  tr: () => import('./tr/help.ts'),
});

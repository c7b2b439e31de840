import type { OverviewTexts } from './en/overview.ts';
import { lazyTexts } from './lazy-texts.ts';

/** The texts of the overview, in the language of the console. */
export const { load: loadOverviewTexts, texts: overviewTexts } = lazyTexts<OverviewTexts>('overview', {
  en: () => import('./en/overview.ts'),
  tr: () => import('./tr/overview.ts'),
});

import type { SearchTexts } from './en/search.ts';
import { lazyTexts } from './lazy-texts.ts';

/** The texts of the search, in the language of the console. */
export const { load: loadSearchTexts, texts: searchTexts } = lazyTexts<SearchTexts>('search', {
  en: () => import('./en/search.ts'),
  tr: () => import('./tr/search.ts'),
});

import { loadSearchTexts } from '../texts/search.ts';

await loadSearchTexts();

/** The search. Its code, texts and styles are separate files, loaded when it is first shown. */
export { SearchScreen } from './search.tsx';

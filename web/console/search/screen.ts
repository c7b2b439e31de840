import { loadExportTexts } from '../texts/exports.ts';
import { loadSearchTexts } from '../texts/search.ts';

await Promise.all([loadSearchTexts(), loadExportTexts()]);

/** The search. Its code, texts and styles are separate files, loaded when it is first shown. */
export { SearchScreen } from './search.tsx';

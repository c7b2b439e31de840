import { loadOverviewTexts } from '../texts/overview.ts';

await loadOverviewTexts();

/** The overview. Its code, texts and styles are separate files, loaded when it is first shown. */
export { OverviewScreen } from './overview.tsx';

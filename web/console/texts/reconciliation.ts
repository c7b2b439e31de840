import type { ReconciliationTexts } from './reconciliation-en.ts';
import { type Language, language } from './texts.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly texts: ReconciliationTexts }>>> = {
  en: () => import('./reconciliation-en.ts'),
  tr: () => import('./reconciliation-tr.ts'),
};

let loaded: ReconciliationTexts | undefined;

/** Loads the texts of the reconciliation in the console's language. */
export async function loadReconciliationTexts(): Promise<void> {
  loaded = (await LOADERS[language()]()).texts;
}

/** Returns the texts of the reconciliation. */
export function reconciliationTexts(): ReconciliationTexts {
  if (!loaded) throw new Error('the texts of the reconciliation are not loaded yet');
  return loaded;
}

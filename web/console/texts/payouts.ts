import type { PayoutTexts } from './payouts-en.ts';
import { type Language, language } from './texts.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly texts: PayoutTexts }>>> = {
  en: () => import('./payouts-en.ts'),
  tr: () => import('./payouts-tr.ts'),
};

let loaded: PayoutTexts | undefined;

/** Loads the texts of the payouts in the console's language. */
export async function loadPayoutTexts(): Promise<void> {
  loaded = (await LOADERS[language()]()).texts;
}

/** Returns the texts of the payouts. */
export function payoutTexts(): PayoutTexts {
  if (!loaded) throw new Error('the texts of the payouts are not loaded yet');
  return loaded;
}

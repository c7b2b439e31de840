import type { AdminTexts } from './admin-en.ts';
import { type Language, language } from './texts.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly texts: AdminTexts }>>> = {
  en: () => import('./admin-en.ts'),
  tr: () => import('./admin-tr.ts'),
};

let loaded: AdminTexts | undefined;

/** Loads the texts of the screens of admins, in the language of the console. Other users do not need them. */
export async function loadAdminTexts(): Promise<void> {
  loaded = (await LOADERS[language()]()).texts;
}

/** Returns the texts of the screens of admins. */
export function adminTexts(): AdminTexts {
  if (!loaded) throw new Error('the texts of the screens of admins are not loaded yet');
  return loaded;
}

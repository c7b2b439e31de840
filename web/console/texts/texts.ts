import type { Texts } from './types.ts';

/** The languages of the console, each with its own name. */
export const LANGUAGES = { en: 'English', tr: 'Türkçe' } as const;
export type Language = keyof typeof LANGUAGES;

/** A browser loads the texts of one language only. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./en.ts'),
  tr: () => import('./tr.ts'),
};

const STORAGE_KEY = 'bank-transfers-language';

let loaded: Texts | undefined;
let current: Language = 'en';

/** Loads the texts in the chosen language, or else in the browser's first one that there are texts for. */
export async function loadTexts(): Promise<void> {
  current = storedLanguage() ?? navigator.languages.map(primaryOf).find(isLanguage) ?? 'en';
  loaded = await LOADERS[current]();
  document.documentElement.lang = current;
}

/** Returns all texts. Modules call it while they render, not while they load: the texts come after them. */
export function texts(): Texts {
  if (!loaded) throw new Error('the texts are not loaded yet');
  return loaded;
}

export function language(): Language {
  return current;
}

/** Keeps the language on this device and starts again in it. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } finally {
    location.reload();
  }
}

/** The locale of numbers and dates: of the console's language, in the browser's own region if it has one for it. */
export function locale(): string {
  return navigator.languages.find((tag) => primaryOf(tag) === current && isLocale(tag)) ?? current;
}

/** Some systems name their locale to the browser in a form of their own, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function storedLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(STORAGE_KEY) ?? '';
    return isLanguage(stored) ? stored : undefined;
  } catch {
    // A browser that refuses storage has kept nothing.
    return undefined;
  }
}

function primaryOf(tag: string): string {
  return tag.split('-')[0] ?? '';
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

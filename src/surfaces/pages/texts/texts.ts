import { en, type Texts } from './en.ts';
import { tr } from './tr.ts';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every text of the page, by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, tr };

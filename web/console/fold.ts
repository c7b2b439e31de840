import { locale } from './texts/texts.ts';

/** Returns a text as people type it: in lower case, without accents. */
function fold(text: string): string {
  return text.trim().toLocaleLowerCase(locale()).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');
}

/** Whether a word of a text begins with what was typed. */
export function hasWord(text: string, typed: string): boolean {
  return ` ${fold(text)}`.includes(` ${fold(typed)}`);
}

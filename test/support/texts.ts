import type { Page } from 'playwright-core';
import * as adminEnglish from '../../web/console/texts/admin-en.ts';
import * as adminTurkish from '../../web/console/texts/admin-tr.ts';
import { texts as callbacksEnglish } from '../../web/console/texts/en/callbacks.ts';
import { texts as exportEnglish } from '../../web/console/texts/en/export.ts';
import { texts as helpEnglish } from '../../web/console/texts/en/help.ts';
import { texts as overviewEnglish } from '../../web/console/texts/en/overview.ts';
import { texts as searchEnglish } from '../../web/console/texts/en/search.ts';
import * as mainEnglish from '../../web/console/texts/en.ts';
import { texts as paletteEnglish } from '../../web/console/texts/palette-en.ts';
import { texts as paletteTurkish } from '../../web/console/texts/palette-tr.ts';
import { texts as payoutTextsEnglish } from '../../web/console/texts/payouts-en.ts';
import { texts as payoutTextsTurkish } from '../../web/console/texts/payouts-tr.ts';
import { texts as presenceEnglish } from '../../web/console/texts/presence-en.ts';
import { texts as presenceTurkish } from '../../web/console/texts/presence-tr.ts';
import * as deskEnglish from '../../web/console/texts/reconciliation-en.ts';
import * as deskTurkish from '../../web/console/texts/reconciliation-tr.ts';
import { texts as callbacksTurkish } from '../../web/console/texts/tr/callbacks.ts';
import { texts as exportTurkish } from '../../web/console/texts/tr/export.ts';
import { texts as helpTurkish } from '../../web/console/texts/tr/help.ts';
import { texts as overviewTurkish } from '../../web/console/texts/tr/overview.ts';
import { texts as searchTurkish } from '../../web/console/texts/tr/search.ts';
import * as mainTurkish from '../../web/console/texts/tr.ts';

/** All texts of the console, including those of the screens that are loaded later. */
export const english = {
  ...mainEnglish,
  ...adminEnglish,
  ...deskEnglish,
  callbacks: callbacksEnglish,
  exports: exportEnglish,
  help: helpEnglish,
  payouts: payoutTextsEnglish,
  overview: overviewEnglish,
  palette: paletteEnglish,
  presence: presenceEnglish,
  search: searchEnglish,
};
export const turkish: typeof english = {
  ...mainTurkish,
  ...adminTurkish,
  ...deskTurkish,
  callbacks: callbacksTurkish,
  exports: exportTurkish,
  help: helpTurkish,
  payouts: payoutTextsTurkish,
  overview: overviewTurkish,
  palette: paletteTurkish,
  presence: presenceTurkish,
  search: searchTurkish,
};

/** A text of a dictionary, or a function that makes one from parameters. */
interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/** Returns all texts of a dictionary with their paths. */
export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name));
}

/** Stands for every parameter of a text. */
const PARAMETER = '¤';

/** Returns a text, with a sign in place of each parameter. */
function textOf({ value }: Leaf): string {
  if (typeof value !== 'function') return String(value);
  try {
    return String(value(...Array.from({ length: value.length }, () => PARAMETER)));
  } catch {
    // Its parameters are not plain texts.
    return '';
  }
}

const lettersOf = (text: string) => text.toLocaleLowerCase('tr').match(/\p{L}{3,}/gu) ?? [];

const wordsOf = (texts: unknown) => new Set(leavesOf(texts).flatMap((leaf) => lettersOf(textOf(leaf))));

/** Short words that occur in any English sentence. */
const SENTENCE_WORDS = [
  'the',
  'and',
  'for',
  'not',
  'with',
  'from',
  'this',
  'that',
  'you',
  'are',
  'was',
  'has',
];

/** Words that occur only in English texts. */
function englishOnlyWords(): ReadonlySet<string> {
  const turkishWords = wordsOf(turkish);
  const words = [...wordsOf(english), ...SENTENCE_WORDS].filter((word) => !turkishWords.has(word));
  return new Set(words);
}

const ENGLISH_ONLY = englishOnlyWords();
const ENGLISH_TEXTS = new Set(leavesOf(english).map(textOf));
const TURKISH_TEXTS = new Set(leavesOf(turkish).map(textOf));

/**
 * Returns the shown texts that are English: those of the English dictionary alone, and those with an English word.
 * `data` are names on the screen that are not translated.
 */
export function englishAmong(shown: readonly string[], data: readonly (string | RegExp)[]): string[] {
  return shown.filter((text) => {
    if (ENGLISH_TEXTS.has(text) && !TURKISH_TEXTS.has(text)) return true;
    const rest = data.reduce<string>((left, name) => left.replaceAll(name, ' '), text);
    return lettersOf(rest).some((word) => ENGLISH_ONLY.has(word));
  });
}

/**
 * Collects all texts of a page, for readers and for screen readers. Ids and quotes in another language are left out.
 */
const COLLECT = `(() => {
  const skipped = '.id, code, [lang=en], noscript, script, style, time';
  const texts = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest(skipped)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (element.getAttribute(name)) texts.push(element.getAttribute(name));
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) texts.push(node.data.trim());
  }
  return texts;
})()`;

/** Returns all texts of a page. */
export async function shownTexts(page: Page): Promise<string[]> {
  const texts: unknown = await page.evaluate(COLLECT);
  return Array.isArray(texts) ? texts.map(String) : [];
}

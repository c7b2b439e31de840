import { expect, test } from 'vitest';
import { TEXTS } from '../../src/surfaces/pages/texts/texts.ts';
import { leavesOf } from '../support/texts.ts';

const CURRENCIES = ['TRY', 'EUR'];

/** Every text of a language with its path. Those that depend on the currency are there for each. */
function textsOf(language: keyof typeof TEXTS): [path: string, text: string][] {
  return leavesOf(TEXTS[language]).flatMap(({ path, value }) =>
    typeof value === 'function'
      ? CURRENCIES.map((currency): [string, string] => [`${path} ${currency}`, value(currency)])
      : [[path, String(value)]],
  );
}

const holes = (text: string) => text.split('{}').length - 1;

test('both languages have the same texts, with a place for the same name, amount or time', () => {
  const english = textsOf('en');
  const turkish = new Map(textsOf('tr'));
  expect([...turkish.keys()]).toEqual(english.map(([path]) => path));
  for (const [path, text] of english) {
    const other = turkish.get(path) ?? '';
    expect(other.trim(), path).not.toBe('');
    expect([path, holes(other)]).toEqual([path, holes(text)]);
    expect(holes(text), path).toBeLessThanOrEqual(1);
  }
});

test('one thing has one Turkish word, that of banking apps', () => {
  // The holder of the account is "alıcı"; the merchant is "işyeri", and never the seller or the shop.
  for (const [path, text] of textsOf('tr'))
    expect(text, path).not.toMatch(/satıcı|mağaza|firma|tüccar|mercant|banka havalesi|eft yap|ücret/i);
  const { accountName, merchant } = TEXTS.tr;
  expect([accountName, merchant]).toEqual(['Alıcı adı (hesap sahibi)', 'İşyeri']);
});

test('no text promises that money is safe, or will be paid back or matched', () => {
  const promises =
    /\bsafe\b|guarantee|\bwill be\b|not lost|güvende|garanti|kaybolmaz|iade edilir|eşleştirilir/i;
  for (const language of ['en', 'tr'] as const)
    for (const [path, text] of textsOf(language)) expect(text, path).not.toMatch(promises);
});

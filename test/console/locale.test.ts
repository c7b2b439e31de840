import { afterEach, expect, test, vi } from 'vitest';
import { locale } from '../../web/console/texts/texts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [['en-GB', 'en'], 'en-GB'],
  [['en-US@posix', 'en-GB'], 'en-GB'],
  [['en-US@posix'], 'en'],
  [['tr-TR'], 'en'],
])('in a browser with the languages %j numbers have the format of %s', (languages, chosen) => {
  vi.stubGlobal('navigator', { languages });
  expect(locale()).toBe(chosen);
  expect(() => new Intl.NumberFormat(locale())).not.toThrow();
});

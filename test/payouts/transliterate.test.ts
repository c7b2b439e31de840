import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTo, transliterate, withoutFormula } from '../../src/payouts/files/transliterate.ts';
import { encodeWindows1254 } from '../../src/payouts/files/windows-1254.ts';
import { TURKISH } from '../support/payouts/payout-batch.ts';
import { holds } from '../support/properties.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('the characters of SEPA', () => {
  it('have one letter for each Turkish one', () => {
    expect(transliterate(TURKISH, 'sepa')).toBe(
      'AaBbCcCcDdEeFfGgGgHhIiIiJjKkLlMmNnOoOoPpRrSsSsTtUuUuVvYyZzAaIiUu',
    );
  });

  it.each([
    ["O'Brien (A-1/2): +x?", "O'Brien (A-1/2): +x?"],
    ['A & B_C', 'A + B-C'],
    ['[a]{b}|c\\d', '(a)(b)/c/d'],
    ['"a";b', "'a',b"],
    ['a@b#c', 'a.b.c'],
    ['Can’ın “evi”', "Can'in 'evi'"],
    ['Straße Łódź Ångström', 'Strasse Lodz Angstrom'],
    ['Ivan Щукин', 'Ivan Shchukin'],
    ['S\u0327u\u0308kru\u0308', 'Sukru'],
    ['a 😀 b', 'a b'],
    ['  a\t\nb\u00a0\u3000c ', 'a b c'],
    ['a\u202eb\u200b\ufeffc', 'abc'],
    ['😀', ''],
  ])('write %j as %j', (text, written) => {
    expect(transliterate(text, 'sepa')).toBe(written);
  });

  it('are all that is left of any text', () =>
    holds(
      fc.property(anyText, (text) => {
        expect(transliterate(text, 'sepa')).toMatch(/^(?:[a-zA-Z0-9/\-?:().,'+]+(?: (?! |$))?)*$/);
      }),
    ));
});

describe('Latin characters', () => {
  it('keep the Turkish letters and the signs of ASCII', () => {
    const text = `${TURKISH} &<>"@`;
    expect(transliterate(text, 'latin')).toBe(text);
  });

  it('have no signs beyond ASCII', () => {
    expect(transliterate('“5 €” – x', 'latin')).toBe('"5 EUR" - x');
  });

  it('can all be encoded in windows-1254', () =>
    holds(
      fc.property(anyText, (text) => {
        const latin = transliterate(text, 'latin');
        expect(new TextDecoder('windows-1254').decode(encodeWindows1254(latin))).toBe(latin);
      }),
    ));
});

describe('windows-1254', () => {
  it('is not used for a character that it has not', () => {
    expect(() => encodeWindows1254('Щ')).toThrow(RangeError);
  });
});

describe('all characters of Unicode', () => {
  it('keep every letter, composed', () => {
    expect(transliterate('Щ 王 S\u0327 😀', 'unicode')).toBe('Щ 王 Ş 😀');
  });
});

describe('a text that is cut', () => {
  it('has whole characters and no blank at its end', () => {
    expect(cutTo('a😀😀b', 2)).toBe('a😀');
    expect(cutTo('ab cd', 3)).toBe('ab');
  });
});

describe('a text without formulas', () => {
  it.each([
    ['=HYPERLINK("x")', 'HYPERLINK("x")'],
    ['+-@=1', '1'],
    ['a;=1+1', 'a; 1+1'],
    ['a, -b', 'a, b'],
    ['＝1', '1'],
    ['a-b = c', 'a-b = c'],
  ])('makes %j %j', (text, plain) => {
    expect(withoutFormula(text)).toBe(plain);
  });

  it('begins none, whatever delimiter a spreadsheet expects', () =>
    holds(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@＝;,| a'), maxLength: 20 }), (text) => {
        for (const cell of withoutFormula(text).split(/[;,|]/)) expect(cell.trim()).not.toMatch(/^[=+\-@＝]/);
      }),
    ));
});

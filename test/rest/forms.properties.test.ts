import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseForm } from '../../src/http/form.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { holds } from '../support/properties.ts';

/** The fields as the platform's own parser reads them: one value, or an array of several. */
function readByPlatform(text: string): Record<string, string | string[]> {
  // URLSearchParams drops a question mark at the start of its text.
  const params = new URLSearchParams(`&${text}`);
  const names = [...new Set(params.keys())].filter((name) => name !== '__proto__');
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

const part = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '__proto__', 'constructor', 'name', 'name[x]', 'a', '%41', '+', ' ', '\u0000'),
);

test('text written by URLSearchParams is read like URLSearchParams reads it', () =>
  holds(
    fc.property(fc.array(fc.tuple(part, part), { maxLength: 20 }), (entries) => {
      const text = new URLSearchParams(entries).toString();
      expect({ ...parseForm(text) }).toEqual(readByPlatform(text));
    }),
    5000,
  ));

test('any other text is read in the same way, or refused for an escape that is not UTF-8', () => {
  const token = fc.constantFrom(
    '&',
    '=',
    '+',
    '%',
    '%41',
    '%c3%a7',
    '%c3',
    '%zz',
    '%ed%a0%80',
    'a',
    'ç',
    ';',
    '%26',
  );
  return holds(
    fc.property(fc.array(fc.oneof(token, fc.string({ maxLength: 3 })), { maxLength: 30 }), (tokens) => {
      const text = tokens.join('').toWellFormed();
      const broken = text.split(/[&=]/).some((piece) => {
        try {
          decodeURIComponent(piece);
          return false;
        } catch {
          return true;
        }
      });
      if (broken) expect(() => parseForm(text)).toThrow(ServiceError);
      else expect({ ...parseForm(text) }).toEqual(readByPlatform(text));
    }),
    5000,
  );
});

test('a form cannot change a prototype', () => {
  const name = fc.constantFrom(
    '__proto__',
    '__proto__[a]',
    'constructor',
    'constructor.prototype',
    'toString',
    'a',
  );
  return holds(
    fc.property(fc.array(fc.tuple(name, fc.string()), { minLength: 1, maxLength: 8 }), (entries) => {
      const fields = parseForm(new URLSearchParams(entries).toString());
      for (const value of Object.values(fields))
        expect([value].flat().every((one) => typeof one === 'string')).toBe(true);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(Object.getPrototypeOf(fields) ?? Object.prototype).toBe(Object.prototype);
    }),
  );
});

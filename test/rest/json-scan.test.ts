import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainNumber, scanJson } from '../../src/http/json-scan.ts';
import { holds } from '../support/properties.ts';

/** JSON text and its expected reading. */
interface Sample {
  readonly text: string;
  readonly value: unknown;
  /** The paths of the keys that its objects repeat. */
  readonly repeated: readonly string[];
}

const space = fc.stringMatching(/^[ \t\r\n]{0,2}$/);
const integer = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})$/);
const plain = fc.tuple(integer, fc.stringMatching(/^(\.[0-9]{1,2})?$/)).map((parts) => parts.join(''));
const odd = fc.oneof(
  fc.tuple(integer, fc.stringMatching(/^\.[0-9]{3,25}$/)).map((parts) => parts.join('')),
  fc.tuple(plain, fc.stringMatching(/^[eE][+-]?[0-9]{1,3}$/)).map((parts) => parts.join('')),
);
const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\\', '"', '\\"', '1e5', '{', '"a":1e5', '}],', 'é\\\\'),
);

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  plain.map((text) => ({ text, value: Number(text), repeated: [] })),
  odd.map((text) => ({ text, value: Number.POSITIVE_INFINITY, repeated: [] })),
  string.map((value) => ({ text: JSON.stringify(value), value, repeated: [] })),
  fc.constantFrom(true, false, null).map((value) => ({ text: `${value}`, value, repeated: [] })),
);
const key = fc.oneof(string, fc.constantFrom('a', 'b', 'amount')).filter((name) => name !== '__proto__');

function arrayOf(items: readonly Sample[], gap: string): Sample {
  return {
    text: `[${items.map(({ text }) => gap + text + gap)}]`,
    value: items.map(({ value }) => value),
    repeated: items.flatMap((item, index) => below(index, item)),
  };
}

const pathOf = (...steps: readonly (string | number)[]) =>
  steps.map((step) => JSON.stringify(step)).join('/');
const below = (step: string | number, { repeated }: Sample) =>
  repeated.map((path) => `${pathOf(step)}/${path}`);

function objectOf(members: readonly (readonly [string, Sample])[], gap: string): Sample {
  const names = members.map(([name]) => name);
  const again = names.filter((name, index) => names.indexOf(name) !== index);
  const texts = members.map(([name, { text }]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${text}`);
  return {
    text: `{${texts}${gap}}`,
    value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
    repeated: [
      ...again.map((name) => pathOf(name)),
      ...members.flatMap(([name, member]) => below(name, member)),
    ],
  };
}

const { any: sample } = fc.letrec<{ any: Sample }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(fc.array(tie('any'), { maxLength: 4 }), space).map(([items, gap]) => arrayOf(items, gap)),
    fc
      .tuple(fc.array(fc.tuple(key, tie('any')), { maxLength: 4 }), space)
      .map(([members, gap]) => objectOf(members, gap)),
  ),
}));

test('the samples are JSON', () => holds(fc.property(sample, ({ text }) => void JSON.parse(text))));

test('numbers that are not plain become Infinity, everything else is read as by JSON.parse', () =>
  holds(
    fc.property(sample, ({ text, value }) => {
      expect(JSON.parse(scanJson(text).plainText)).toEqual(value);
    }),
    5000,
  ));

test('text without such a number is returned unchanged', () =>
  holds(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 1, 2), (value, indent) => {
      const text = JSON.stringify(
        value,
        (_, one) => (typeof one === 'number' ? Math.round(one % 1e9) : one),
        indent,
      );
      expect(scanJson(text).plainText).toBe(text);
    }),
  ));

test('exactly the keys that an object repeats are named, at every depth', () =>
  holds(
    fc.property(sample, ({ text, repeated }) => {
      // No more than the first twenty are reported.
      fc.pre(repeated.length <= 20);
      const found = scanJson(text).repeated.map((path) => pathOf(...path));
      expect(new Set(found)).toEqual(new Set(repeated));
    }),
    5000,
  ));

test('invalid JSON stays invalid', () => {
  const pieces = [
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '1e',
    '1e5',
    '0.',
    '-',
    '.5',
    '05',
    '+1',
    'e',
    'a',
    ' ',
  ];
  const garbage = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 2 })), {
    maxLength: 12,
  });
  return holds(
    fc.property(garbage, (parts) => {
      const text = parts.join('');
      const { plainText } = scanJson(text);
      if (!isJson(text)) expect(isJson(plainText), plainText).toBe(false);
    }),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the time grows linearly with the length:', () => {
  test.each([
    ['backslashes', `"${'\\\\'.repeat(30_000)}"`],
    ['quotes with a backslash', `"${'\\"'.repeat(30_000)}"`],
    ['a string that does not end', `"${'\\"'.repeat(30_000)}`],
    ['digits', '1'.repeat(60_000)],
    ['brackets', '['.repeat(60_000)],
    ['objects in objects, each with a key twice', `{"a":1,"a":`.repeat(6_000)],
    ['one key, again and again', `{${'"a":1,'.repeat(10_000)}`],
    ['spaces after strings', `{${`""${' '.repeat(100)}`.repeat(600)}`],
    ['numbers that are not plain', `[${'1e1,'.repeat(15_000)}1]`],
  ])('%s', (_what, text) => {
    // The fastest of several: a busy machine stops any of them for a while, and one that is not linear is slow each time.
    const durations = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      scanJson(text);
      return performance.now() - startedAt;
    });
    expect(Math.min(...durations)).toBeLessThan(250);
  });
});

test.each([
  ['10', 10],
  ['-10.25', -10.25],
  ['10.0', 10],
  ['10.10', 10.1],
  ['1e1', Number.POSITIVE_INFINITY],
  ['10.100', Number.POSITIVE_INFINITY],
  ['10.000000000000000000001', Number.POSITIVE_INFINITY],
])('the number %s of a document is read as %d', (text, value) => {
  expect(readPlainNumber(text)).toBe(value);
});

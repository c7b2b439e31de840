import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseForm } from '../../src/http/form.ts';
import { readPlainNumber, scanJson } from '../../src/http/json-scan.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { call, DEPOSIT, depositFields, WITHDRAW, withdrawalFields } from '../harness.ts';
import { ANY_CHARACTER, holds } from '../support/properties.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

describe('forms', () => {
  const service = useService();
  const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const send = (body: string) => call(service(), DEPOSIT, { body });

  /** A valid deposit form with text appended. */
  const withMore = (more: string) => send(`${encode(depositFields())}${more}`);

  describe('a repeated field is an error:', () => {
    test.each(Object.keys(withdrawalFields()))('%s', async (name) => {
      const fields = withdrawalFields();
      const repeats = [
        `${encode(fields)}&${encode({ [name]: fields[name] ?? '' })}`,
        `${encode(fields)}&${name}=`,
        `${name}&${encode(fields)}`,
        `${encode(fields)}&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=other`,
      ];
      for (const body of repeats) {
        const response = await call(service(), WITHDRAW, { body });
        expectInvalid(response, name);
        expect(response.json.error.message).toBe(`${name} was given more than once. Send it once.`);
      }
    });

    test('each repeated field is named', async () => {
      const body = encode(depositFields());
      expectInvalid(
        await send(`${body}&${body}`),
        'bankId',
        'processId',
        'amount',
        'userId',
        'userName',
        'name',
      );
    });
  });

  describe('an unknown field is ignored:', () => {
    test.each([
      '&extra=1',
      '&extra=1&extra=2',
      '&Name=other&NAME=other',
      '&name%20=other',
      '&hash=x&transactionId=x&status=successful&type=withdrawal&url=x&alreadyPending=true',
      '&constructor=x&toString=x&hasOwnProperty=x&valueOf=x',
      '&__proto__=x',
      '&__proto__[name]=x&__proto__.name=x',
      '&constructor[prototype][polluted]=x',
      '&name[x]=1&name[]=2&name.x=3',
      '&=nameless&=',
      '&&&',
      '&accountName=&iban=',
    ])('%s', async (more) => {
      const data = expectData(await withMore(more));
      expect(data).toMatchObject({ name: 'Test User', type: 'deposit', status: 'pending' });
      expect(data).not.toHaveProperty('alreadyPending');
      expect(Object.prototype).not.toHaveProperty('polluted');
    });
  });

  describe('only the exact name fills a field:', () => {
    test.each([
      'name[x]=1',
      'name[]=a',
      'name.x=a',
      'Name=a',
      '__proto__[name]=a',
      '__proto__.name=a',
      ' name=a',
    ])('%s does not fill name', async (more) => {
      const { name: _, ...others } = depositFields();
      expectInvalid(await send(`${encode(others)}&${more}`), 'name');
    });

    test('a query does not fill the fields of a form', async () => {
      const { name: _, ...others } = depositFields();
      expectInvalid(await call(service(), `${DEPOSIT}?name=Test`, { body: encode(others) }), 'name');
    });
  });

  describe('an escape that is not UTF-8 is an error and not a replacement character:', () => {
    test.each(['%', '%z1', '%ff', '%c3', '%c3%28', '%ed%a0%80'])(
      '%s in a value, at either end, or in a name',
      async (broken) => {
        const { name: _, ...others } = depositFields();
        expectInvalid(await send(`${encode(others)}&name=${broken}`), 'name');
        expectInvalid(await send(`${encode(others)}&name=Test${broken}User`), 'name');
        expectInvalid(await send(`name=${broken}&${encode(others)}`), 'name');
        expectInvalid(await send(`${encode(others)}&name=Test&${broken}=x`), 'body');
      },
    );
  });

  describe('a form is read as browsers encode it:', () => {
    test.each([
      ['Test+User', 'Test User'],
      ['a%2Bb', 'a+b'],
      ['a=b=c', 'a=b=c'],
      ['%C3%A7a%c4%9F', 'çağ'],
      ['çağ', 'çağ'],
      ['a%E2%80%8B', 'a\u200b'],
    ])('name=%s means %j', async (written, meant) => {
      const { name: _, ...others } = depositFields();
      expect(expectData(await send(`${encode(others)}&name=${written}`)).name).toBe(meant);
    });

    test('fields may have any order', async () => {
      const fields = Object.entries(depositFields());
      const data = expectData(await send(new URLSearchParams(fields.reverse()).toString()));
      expect(data).toMatchObject({ name: 'Test User', amount: 500 });
    });
  });

  test('a form has at most 200 fields', async () => {
    const count = Object.keys(depositFields()).length;
    expectData(await withMore('&x=1'.repeat(200 - count)));
    expectInvalid(await withMore('&x=1'.repeat(201 - count)), 'body');
  });
});

describe('forms of all inputs', () => {
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
    fc.string({ unit: ANY_CHARACTER }),
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
});

describe('json scan', () => {
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
    fc.string({ unit: ANY_CHARACTER }),
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
      fc.property(fc.jsonValue({ stringUnit: ANY_CHARACTER }), fc.constantFrom(0, 1, 2), (value, indent) => {
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
});

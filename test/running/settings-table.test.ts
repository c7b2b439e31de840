import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { environmentSchema } from '../../src/config/environment.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');

interface Row {
  readonly name: string;
  readonly defaults: string;
  readonly form: string;
  readonly meaning: string;
}

const ROWS = [...PAGE.matchAll(/^\| `([A-Z_]+)` \|(.*?)\| (.*?) \| (.*) \|$/gm)].map(
  ([, name = '', defaults = '', form = '', meaning = '']): Row => ({
    name,
    defaults: defaults.trim(),
    form,
    meaning,
  }),
);

/** Their defaults follow from other settings, or are made. */
const DERIVED = ['HOST', 'PUBLIC_URL', 'MASTER_KEY'];

const variables: Readonly<
  Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>
> = environmentSchema.shape;

/** Reads the value of a variable as the service does. */
function read(name: string, value: unknown) {
  const variable = variables[name] ?? expect.fail(`the service has no variable ${name}`);
  return variable.safeParse(value);
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

test('the table of settings has every variable of the service once, and no other', () => {
  expect(ROWS.map(({ name }) => name).sort()).toEqual(Object.keys(variables).sort());
});

test.each(ROWS.filter(({ name }) => !DERIVED.includes(name)))(
  'the default of $name is the one that the service takes',
  ({ name, defaults }) => {
    const [value] = quoted(defaults);
    const taken = read(name, undefined).data;
    if (value === undefined)
      expect(taken === undefined || (Array.isArray(taken) && taken.length === 0)).toBe(true);
    else expect(read(name, value).data).toEqual(taken);
  },
);

test('the address to listen on is the one of the table, in production too', () => {
  const row = ROWS.find(({ name }) => name === 'HOST');
  const production = { NODE_ENV: 'production', MASTER_KEY: '5e'.repeat(32), PUBLIC_URL: 'https://a.example' };
  expect(quoted(row?.defaults ?? '')).toEqual([readConfig({}).host, readConfig(production).host]);
  for (const name of ['MASTER_KEY', 'PUBLIC_URL']) {
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(`${name} is required in production.`);
    expect(ROWS.find((one) => one.name === name)?.meaning).toMatch(/Required in production/);
  }
});

const NUMBERS = /^(\d+) to (\d+)\b/;

test.each(ROWS)('$name takes the values of its form, and none beyond them', ({ name, form }) => {
  const accepts = (value: string) => read(name, value).success;
  const [, min, max] = NUMBERS.exec(form) ?? [];
  if (min !== undefined && max !== undefined && !form.includes('characters')) {
    expect([min, max].map(accepts)).toEqual([true, true]);
    expect([String(Number(max) + 1), '1.5', 'x'].map(accepts)).toEqual([false, false, false]);
    if (Number(min) > 0) expect(accepts(String(Number(min) - 1))).toBe(false);
  } else if (form.startsWith('a duration')) {
    expect(['90s', '60', '1h', 'x', '0s'].map(accepts)).toEqual([true, true, true, false, false]);
    const [longest] = quoted(form);
    expect(accepts(longest ?? '400d')).toBe(true);
    if (longest !== undefined) expect(accepts(`${Number.parseInt(longest, 10) * 86_400 + 1}`)).toBe(false);
  } else if (form.startsWith('`')) {
    expect(quoted(form).map(accepts)).not.toContain(false);
    // This one is read by others too, who take any text for no.
    if (name !== 'OTEL_SDK_DISABLED') expect(accepts('nonsense')).toBe(false);
  }
  // A setting that takes numbers alone must say which.
  else expect(accepts('7') && !accepts('x')).toBe(false);
});

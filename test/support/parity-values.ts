import { z } from 'zod';
import { graphqlTypes } from '../../src/operations/fields.ts';
import { VALID_IBAN } from '../harness.ts';
import { NumberText } from './number-text.ts';
import { UNKNOWN_ID } from './parity-cases.ts';

/** A value with a description. */
export type NamedValue = readonly [name: string, value: unknown];

const named = (...values: readonly unknown[]): NamedValue[] =>
  values.map((value) => [
    value instanceof NumberText ? `the number ${value}` : JSON.stringify(value).slice(0, 40),
    value,
  ]);

const spelled = (...texts: readonly string[]) => texts.map((text) => new NumberText(text));

/** Values of every type. Fields leave out what they accept. */
const OF_EACH_TYPE: readonly NamedValue[] = [
  ['missing', undefined],
  ['empty', ''],
  ['given twice', ['a', 'b']],
  ...named(5, true, null, { a: 1 }),
];

const AMOUNTS = named(
  ...['abc', '500', ' 5', '1e3', '+5', '1,000', '0x10', 0, -1, 0.001, 500.123, 1_000_000_000.01, 1e21],
  ...spelled('1e2', '5E0', '0.1e1', '10.100', '100.50000000000000000001', '10.000000000000000000001'),
);

const FLAGS = named(0, 1, 'yes', 'maybe', 'TRUE', [true, false]);

const DAYS_AND_TIMES = named(
  ...['now', '1763640000', '2026-11-20', '20.11.2026', '2026-02-29', '2026-11-20T00:00:00Z'],
  ...['2026-11-20T12:00:00', '2026-02-30T00:00:00Z'],
);

const CURSORS = named('next', '2', '-1', '0', UNKNOWN_ID, 'A'.repeat(500));

const IBANS: readonly NamedValue[] = [
  ['with wrong check digits', 'TR330006100519786457841327'],
  ['too short', 'TR33000610051978645784132'],
  ['of no country', 'XX330006100519786457841326'],
  ['with dots', 'TR33.0006.1005.1978.6457.8413.26'],
];

const CHARACTERS: readonly NamedValue[] = [
  ['blank', ' '],
  ['blank in another script', '\u3000'],
  ['with a control character', 'a\u0007b'],
  ['with a zero', 'a\u0000'],
  ['with a line break', 'a\nb'],
  ['with an override of direction', 'a\u202eb'],
  ['with an isolate of direction', 'a\u2066b'],
  ['of a character without width', '\u200b'],
  ['with half a pair of surrogates', 'a\ud800'],
  ['with a blank before it', ' 905551112233'],
  ['with a blank behind it', 'a\u00a0'],
];

/** More characters than any text may have, and fewer than a body may. */
const MANY = 61_000;

/** The most characters that a text may have; undefined if it takes none of them, or more than can be sent. */
function longestOf(type: z.ZodType): number | undefined {
  const isTaken = (length: number) => type.safeParse('x'.repeat(length)).success;
  if (!isTaken(3) || isTaken(MANY)) return undefined;
  let [taken, refused] = [3, MANY];
  while (refused - taken > 1) {
    const middle = (taken + refused) >> 1;
    if (isTaken(middle)) taken = middle;
    else refused = middle;
  }
  return taken;
}

function texts(type: z.ZodType): readonly NamedValue[] {
  const longest = longestOf(type);
  if (longest === undefined && !type.safeParse('x').success) return formed(type);
  const tooLong: readonly NamedValue[] =
    longest === undefined ? [] : [['a character too long', 'x'.repeat(longest + 1)]];
  // Beyond this, as many pairs are more than may be sent.
  const pairs: readonly NamedValue[] =
    longest === undefined || longest > 1000
      ? []
      : [['a pair of surrogates too long', '😀'.repeat(longest + 1)]];
  return [...CHARACTERS, ...tooLong, ...pairs];
}

const VALID_DAY = '2026-11-20';
const VALID_TIME = '2026-11-20T12:00:00Z';

/** Texts of one form only: an IBAN, a day or a time, a cursor, or what has a pattern. */
function formed(type: z.ZodType): readonly NamedValue[] {
  const takes = (value: string) => type.safeParse(value).success;
  if (takes(VALID_IBAN)) return IBANS;
  return takes(VALID_DAY) || takes(VALID_TIME) ? DAYS_AND_TIMES : CURSORS;
}

/** Each field of an object, without the others. */
function objects({ shape }: z.ZodObject): readonly NamedValue[] {
  return Object.entries(shape).flatMap(([field, type]) =>
    valuesOf(type as z.ZodType).map(([name, value]): NamedValue => [`${field} ${name}`, { [field]: value }]),
  );
}

function numbers({ minValue, maxValue }: z.ZodNumber): readonly NamedValue[] {
  return named('x', '1', 1.5, -1, Number(minValue) - 1, Number(maxValue) + 1, [1, 2], ...spelled('1e0'));
}

function lists(type: z.ZodArray<z.ZodType>): readonly NamedValue[] {
  const { maxItems } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  const items = valuesOf(type.element).filter(([, value]) => value !== undefined && !Array.isArray(value));
  return [
    ['of none', []],
    ['of too many', Array(Number(maxItems) + 1).fill(UNKNOWN_ID)],
    ...items.map(([name, value]): NamedValue => [`of one ${name}`, [value]]),
  ];
}

function valuesOf(type: z.ZodType): readonly NamedValue[] {
  if (graphqlTypes.get(type)?.name === 'Amount') return [...OF_EACH_TYPE, ...AMOUNTS];
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    return valuesOf(type.def.innerType as z.ZodType);
  if (type instanceof z.ZodPipe) return valuesOf(type.def.in as z.ZodType);
  if (type instanceof z.ZodNumber) return [...OF_EACH_TYPE, ...numbers(type)];
  if (type instanceof z.ZodBoolean) return [...OF_EACH_TYPE, ...FLAGS];
  if (type instanceof z.ZodEnum)
    return [...OF_EACH_TYPE, ...named('unheard-of', String(type.options[0]).toUpperCase())];
  if (type instanceof z.ZodArray) return [...OF_EACH_TYPE, ...lists(type as z.ZodArray<z.ZodType>)];
  if (type instanceof z.ZodObject) return [...OF_EACH_TYPE, ...objects(type)];
  return [...OF_EACH_TYPE, ...texts(type)];
}

/** Values of a field that it does not accept. */
export function badValuesOf(type: z.ZodType): readonly NamedValue[] {
  // JSON in another spelling is refused by its text, which the schema does not see.
  return valuesOf(type).filter(([, value]) => value instanceof NumberText || !type.safeParse(value).success);
}

import { z } from 'zod';
import { graphqlTypes } from '../../src/operations/fields.ts';
import { VALID_IBAN } from '../harness.ts';
import { NumberText } from './number-text.ts';

/** An id that belongs to nothing. */
const UNKNOWN_ID = 'ffffffffffffffffffffffff';

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
  ...named('', 5, true, null, { a: 1 }, ['a', 'b']),
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

const IBANS = named(
  ...['TR330006100519786457841327', 'TR33000610051978645784132', 'XX330006100519786457841326'],
  'TR33.0006.1005.1978.6457.8413.26',
);

/** Blanks, control characters, changes of direction, and half a pair of surrogates. */
const CHARACTERS = named(
  ...[' ', '\u3000', 'a\u0007b', 'a\u0000', 'a\nb', 'a\u202eb', 'a\u2066b', '\u200b', 'a\ud800'],
  ...[' 905551112233', 'a\u00a0'],
);

/** More characters than any text may have, and fewer than a body may. */
const MANY = 61_000;

/**
 * The most characters that a text can have; undefined if it must be empty, or if the limit is more than can be sent.
 */
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
  if (longest === undefined) return type.safeParse('x').success ? CHARACTERS : formed(type);
  // A longer text of surrogate pairs is more than can be sent.
  const characters = longest > 1000 ? ['x'] : ['x', '😀'];
  const tooLong = characters.map((one): NamedValue => [`too many ${one}`, one.repeat(longest + 1)]);
  return [...CHARACTERS, ...tooLong];
}

/** Texts of a fixed form: an IBAN, a day or a time, a cursor, or a text with a pattern. */
function formed(type: z.ZodType): readonly NamedValue[] {
  const takes = (value: string) => type.safeParse(value).success;
  if (takes(VALID_IBAN)) return IBANS;
  return takes('2026-11-20') || takes('2026-11-20T12:00:00Z') ? DAYS_AND_TIMES : CURSORS;
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

function ofType(type: z.ZodType): readonly NamedValue[] {
  if (graphqlTypes.get(type)?.name === 'Amount') return AMOUNTS;
  if (type instanceof z.ZodNumber) return numbers(type);
  if (type instanceof z.ZodBoolean) return FLAGS;
  if (type instanceof z.ZodEnum) return named('unheard-of', String(type.options[0]).toUpperCase());
  if (type instanceof z.ZodArray) return lists(type as z.ZodArray<z.ZodType>);
  return type instanceof z.ZodObject ? objects(type) : texts(type);
}

function valuesOf(type: z.ZodType): readonly NamedValue[] {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    return valuesOf(type.def.innerType as z.ZodType);
  if (type instanceof z.ZodPipe && graphqlTypes.get(type)?.name !== 'Amount')
    return valuesOf(type.def.in as z.ZodType);
  return [...OF_EACH_TYPE, ...ofType(type)];
}

/** Values that a field does not accept. */
export function badValuesOf(type: z.ZodType): readonly NamedValue[] {
  // JSON in another spelling is refused by its text, which the schema does not see.
  return valuesOf(type).filter(([, value]) => value instanceof NumberText || !type.safeParse(value).success);
}

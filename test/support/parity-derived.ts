import { z } from 'zod';
import { exampleOf } from '../../src/operations/examples.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import type { Input } from './graphql-calls.ts';
import { everyNth } from './long.ts';
import { OPERATIONS, operationOf } from './operations.ts';
import { type Cannot, type ParityCase, parityCase } from './parity-cases.ts';
import { CALLERS, type Caller, keyOf } from './parity-fixtures.ts';
import { badValuesOf, type NamedValue } from './parity-values.ts';
import { SURFACES } from './surfaces.ts';

type Definition = (typeof OPERATIONS)[number];

/** The operations that can be compared. */
const SHARED = OPERATIONS.filter(({ name }) => SURFACES.filter(({ offers }) => offers(name)).length > 1);

const fieldOf = ({ input }: Definition, field: string) => input.shape[field] as z.ZodType;

/** A good input, whose ids are those of nothing. */
function goodInput(operation: Definition): Input {
  return { ...exampleOf(operation), ...('bytes' in operation.input.shape && { bytes: 'a;b\n1;2\n' }) };
}

/** Whether a caller may run an operation. One without a key may run none. */
export function mayRun(operation: string, caller: Caller): boolean {
  const { roles, modes } = operationOf(operation);
  const { role, isTest = false } = keyOf(caller);
  return roles.some((one) => one === role) && (modes === 'both' || (modes === 'test') === isTest);
}

/** The short form sends one in so many bad values. */
const ONE_IN = 120;

const callers = Object.keys(CALLERS) as Caller[];

/** Text that stands for a value of JSON. The service has a reader of its own, which is what these cases try. */
const MEANS_JSON = /^(true|false|[1-9]\d*(\.\d{1,2})?)$/;

const meaningOf = (text: string) => (MEANS_JSON.test(text) ? JSON.parse(text) : text);

/** Whether a field accepts a value when it is sent as text. */
function isGoodAsText(type: z.ZodType, value: unknown): boolean {
  const texts = [value].flat().flatMap((one) => (one === undefined ? [] : String(one).toWellFormed()));
  const [text] = texts;
  // A form has no list of none: its field is missing.
  const meanings = texts.length > 1 ? [texts] : [text, ...(text ? [texts, meaningOf(text)] : [])];
  return meanings.some((meaning) => type.safeParse(meaning).success);
}

/** What GraphQL is not asked, by the start of the case's name. */
const NOT_IN_GRAPHQL: Readonly<Record<string, string>> = {
  'listTransactions: backwards': 'its arguments first and last say the direction',
  'settleTransactions: items of too many': 'it reports fifty wrong items at most',
};

/** Why a part of a path cannot have a value. */
function againstPath(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'a path carries text only';
  if (!value.isWellFormed()) return 'a path has whole characters only';
  return value === '' ? 'a part of a path is not empty' : undefined;
}

const isList = (type: z.ZodType): boolean =>
  type instanceof z.ZodOptional ? isList(type.unwrap() as z.ZodType) : type instanceof z.ZodArray;

/** The reasons why surfaces cannot carry a bad value of a field. */
function cannotCarry(operation: Definition, field: string, [what, value]: NamedValue): Cannot {
  const type = fieldOf(operation, field);
  const route = routes.find((one) => one.operation.name === operation.name);
  const inPath = route?.path.includes(`:${field}`) ? againstPath(value) : undefined;
  const inText = isGoodAsText(type, value) ? 'a form carries text only' : undefined;
  const inList =
    isList(type) && !Array.isArray(value) && value !== undefined ? 'one value is a list of one' : undefined;
  const name = `${operation.name}: ${field} ${what}`;
  const [, excluded] = Object.entries(NOT_IN_GRAPHQL).find(([start]) => name.startsWith(start)) ?? [];
  const isNothing = value === null && type.safeParse(undefined).success;
  const reasons = {
    'rest form': inPath ?? inText ?? inList,
    'rest json': inPath ?? (route?.takesFile ? inText : undefined),
    graphql: excluded ?? inList ?? (isNothing ? 'null is the same as nothing' : undefined),
  };
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined));
}

/** Whether there are two surfaces to compare. */
function isCompared({ operation, cannot }: ParityCase): boolean {
  return SURFACES.filter(({ name, offers }) => offers(operation) && !cannot?.[name]).length > 1;
}

const NO_UNKNOWN_FIELDS = { cannot: { graphql: 'what an input does not define is no input' } };

/** Each field of each operation with each of its bad values; and a field that is none, which only queries refuse. */
export function badInputCases(): readonly ParityCase[] {
  const byValue = new Map<string, ParityCase[]>();
  const add = (what: string, made: ParityCase) => {
    if (isCompared(made)) byValue.set(what, [...(byValue.get(what) ?? []), made]);
  };
  for (const operation of SHARED) {
    const { name, input } = operation;
    const good = goodInput(operation);
    const as = callers.find((caller) => mayRun(name, caller))!;
    for (const field of Object.keys(input.shape).filter((one) => one !== 'bytes'))
      for (const bad of badValuesOf(fieldOf(operation, field))) {
        const [what, value] = bad;
        const cannot = cannotCarry(operation, field, bad);
        add(what, parityCase(name, `${field} ${what}`, { ...good, [field]: value }, as, { cannot }));
      }
    add('', parityCase(name, 'a field that is none', { ...good, unknown: 'x' }, as, NO_UNKNOWN_FIELDS));
  }
  // The short form sends every value for some fields, beginning with another field for each.
  return [...byValue.values()].flatMap((cases, place) =>
    everyNth(ONE_IN, cases, { from: place % Math.min(ONE_IN, cases.length) }),
  );
}

const TYPES_BEFORE_ROLES = { cannot: { graphql: 'its types are checked before the role' } };

/** Each operation by each caller; those who may not run it are refused before the content is checked. */
export function callerCases(): ParityCase[] {
  const cases = SHARED.flatMap((operation) => {
    const { name, input } = operation;
    const good = goodInput(operation);
    const texts = Object.keys(input.shape).filter(
      (field) => fieldOf(operation, field).safeParse('a b').success,
    );
    const blank = { ...good, ...Object.fromEntries(texts.map((field) => [field, ' '])) };
    return callers.flatMap((as) => [
      parityCase(name, `as ${as}`, good, as),
      ...(mayRun(name, as)
        ? []
        : [
            parityCase(name, `as ${as} with blank fields`, blank, as),
            parityCase(name, `as ${as} with nothing`, {}, as, TYPES_BEFORE_ROLES),
          ]),
    ]);
  });
  return cases.filter(isCompared);
}

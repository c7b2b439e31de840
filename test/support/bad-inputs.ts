import { z } from 'zod';
import { exampleOf } from '../../src/operations/examples.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import { ADMIN, type Credentials, MERCHANT, OPERATOR } from '../harness.ts';
import { badValuesOf, type NamedValue } from './bad-values.ts';
import type { Input } from './graphql-calls.ts';
import { everyNth } from './long.ts';
import { OPERATIONS } from './operations.ts';
import { SURFACES, type SurfaceName } from './surfaces.ts';

type Definition = (typeof OPERATIONS)[number];

/** The reasons why surfaces cannot carry a request. */
type Cannot = Partial<Record<SurfaceName, string>>;

/** A request that every surface refuses in the same way. */
export interface BadInput {
  readonly name: string;
  readonly operation: string;
  readonly input: Input;
  readonly as: Credentials;
  readonly cannot: Cannot;
}

/** The operations that can be compared. */
const SHARED = OPERATIONS.filter(({ name }) => SURFACES.filter(({ offers }) => offers(name)).length > 1);

const fieldOf = ({ input }: Definition, field: string) => input.shape[field] as z.ZodType;

/** A valid input, whose ids belong to nothing. */
export function goodInput(operation: Definition): Input {
  return { ...exampleOf(operation), ...('bytes' in operation.input.shape && { bytes: 'a;b\n1;2\n' }) };
}

/** The merchant of the demo data that has a test key. */
const TESTER: Credentials = { appKey: 'demo-test', secret: 'demo-test-secret' };

/** A key that may run an operation. */
export function keyFor({ roles, modes }: Definition): Credentials {
  if (modes === 'test') return TESTER;
  const canRun = (role: string) => (roles as readonly string[]).includes(role);
  if (canRun('merchant')) return MERCHANT;
  return canRun('operator') ? OPERATOR : ADMIN;
}

/** The short form tests one in so many bad values of a kind, and of this many kinds one. */
const ONE_IN = 120;
const KINDS_IN = 6;

/** Texts that stand for a JSON value. The service has its own reader of them, which these cases test. */
const MEANS_JSON = /^(true|false|[1-9]\d*(\.\d{1,2})?)$/;

const meaningOf = (text: string) => (MEANS_JSON.test(text) ? JSON.parse(text) : text);

/** Whether a field accepts a value when it is sent as text. */
function isGoodAsText(type: z.ZodType, value: unknown): boolean {
  const texts = [value].flat().flatMap((one) => (one === undefined ? [] : String(one).toWellFormed()));
  const [text] = texts;
  // A form has no empty list: the field is missing.
  const meanings = texts.length > 1 ? [texts] : [text, ...(text ? [texts, meaningOf(text)] : [])];
  return meanings.some((meaning) => type.safeParse(meaning).success);
}

/** The cases that GraphQL is not sent, by the start of their names. */
const NOT_IN_GRAPHQL: Readonly<Record<string, string>> = {
  'listTransactions: backwards': 'its arguments first and last say the direction',
  'settleTransactions: items of too many': 'it reports fifty wrong items at most',
  'confirmProposals: items of too many': 'it reports fifty wrong items at most',
};

/** Why a value cannot be part of a path. */
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
  const reasons = {
    'rest form': inPath ?? inText ?? inList,
    'rest json': inPath ?? (route?.takesFile ? inText : undefined),
    graphql: excluded ?? inList,
  };
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined));
}

/** Whether a surface is sent the case. */
export function isAsked(name: SurfaceName, { operation, cannot }: BadInput): boolean {
  return SURFACES.some((surface) => surface.name === name && surface.offers(operation)) && !cannot[name];
}

/** Why GraphQL cannot be sent an unknown argument. */
export const NO_UNKNOWN_ARGUMENT: Cannot = { graphql: 'a document names the arguments that a field has' };

/** Each field of each operation with each of its bad values; and an unknown parameter of each query. */
export function badInputs(): readonly BadInput[] {
  const byValue = new Map<string, BadInput[]>();
  const add = (what: string, made: BadInput) => {
    if (SURFACES.filter(({ name }) => isAsked(name, made)).length > 1)
      byValue.set(what, [...(byValue.get(what) ?? []), made]);
  };
  for (const definition of SHARED) {
    const { name: operation, input, kind } = definition;
    const good = goodInput(definition);
    const as = keyFor(definition);
    for (const field of Object.keys(input.shape).filter((one) => one !== 'bytes'))
      for (const bad of badValuesOf(fieldOf(definition, field))) {
        const [what, value] = bad;
        // In a query it equals a missing field.
        if (value === null && kind === 'query' && fieldOf(definition, field).safeParse(undefined).success)
          continue;
        const name = `${operation}: ${field} ${what}`;
        const cannot = cannotCarry(definition, field, bad);
        add(what, { name, operation, input: { ...good, [field]: value }, as, cannot });
      }
    const unknown = { ...good, unknown: 'x' };
    const name = `${operation}: a field that is none`;
    if (kind === 'query') add('', { name, operation, input: unknown, as, cannot: NO_UNKNOWN_ARGUMENT });
  }
  // The short form sends each value for some fields, beginning with another field for each.
  return everyNth(KINDS_IN, [...byValue.values()]).flatMap((cases, place) =>
    everyNth(ONE_IN, cases, { from: place }),
  );
}

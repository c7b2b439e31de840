import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../harness.ts';
import type { Outcome } from './surfaces.ts';

/** The response of one surface. */
export interface Answer {
  readonly surface: string;
  readonly outcome: Outcome;
}

/**
 * Values that the service generates, and times: texts with digits, with capitals, or long ones. Its own words have none
 * of these.
 */
const VARYING = /\d|[A-Z]{4}|\S{24}|[a-z]{12} [a-z]{12}/;

/**
 * A value without the parts that differ in each run: texts with digits and numbers become their type, and a list keeps
 * its different shapes only.
 */
export function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return shapesOf(value);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return VARYING.test(value) ? 'text' : value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, one]) => [key, shapeOf(one)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function shapesOf(values: readonly Json[]): Json {
  return [...new Set(values.map((one) => JSON.stringify(shapeOf(one))))]
    .sort()
    .map((text) => JSON.parse(text));
}

/** The parts of a response that must be alike. The message about a field can be in the terms of its surface. */
function comparable({ status, data, error }: Outcome) {
  if (!error) return { status, data, fields: undefined };
  const { type, fields, message } = error;
  return { status, type, fields: fields?.toSorted(), ...(type !== 'error_validation' && { message }) };
}

type Comparable = ReturnType<typeof comparable>;

/** Fields are compared if both surfaces name them. */
function areEqual(one: Comparable, other: Comparable): boolean {
  if (one.fields && other.fields) return isDeepStrictEqual(one, other);
  return isDeepStrictEqual({ ...one, fields: undefined }, { ...other, fields: undefined });
}

/**
 * Compares the responses of several surfaces to one request.
 * @param masked whether each had its own request, so that only the shape of the data can be compared.
 * @returns a text that names the responses that differ; undefined if they are alike.
 */
export function differenceOf(title: string, answers: readonly Answer[], masked = false): string | undefined {
  const given = answers.map(({ surface, outcome }) => {
    const { data, ...rest } = comparable(outcome);
    return { surface, response: { ...rest, data: masked ? shapeOf(data) : data } as Comparable };
  });
  const [first] = given;
  if (!first || given.every(({ response }) => areEqual(response, first.response))) return undefined;
  return [title, ...given.map((one) => JSON.stringify(one).slice(0, 1000))].join('\n');
}

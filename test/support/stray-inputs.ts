import { z } from 'zod';
import { type BadInput, goodInput, keyFor, NO_UNKNOWN_ARGUMENT } from './bad-inputs.ts';
import { isCreation } from './example-desk.ts';
import { GRAPHQL_CALLS, type Input } from './graphql-calls.ts';
import { OPERATIONS } from './operations.ts';
import { SURFACES } from './surfaces.ts';

/** A command with one field that it does not take. */
interface StrayInput extends BadInput {
  /** The path of that field. */
  readonly path: string;
}

type Path = readonly (string | number)[];

/** An object of an input: the input itself, one in a field, or the first item of a list. */
interface Place {
  readonly path: Path;
  readonly schema: z.ZodObject;
  readonly value: Input;
}

/** All objects of an input, with their values in a valid one. */
function placesIn(type: unknown, value: unknown, path: Path = []): readonly Place[] {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return placesIn(type.def.innerType, value, path);
  if (type instanceof z.ZodPipe) return placesIn(type.def.in, value, path);
  if (type instanceof z.ZodArray)
    return placesIn(type.element, Array.isArray(value) ? value[0] : undefined, [...path, 0]);
  if (!(type instanceof z.ZodObject)) return [];
  const fields: Input = { ...(value as Input | undefined) };
  const inside = Object.entries(type.shape).flatMap(([name, field]) =>
    placesIn(field, fields[name], [...path, name]),
  );
  return [{ path, schema: type, value: fields }, ...inside];
}

/** An input with another value at a path. */
function withValue(input: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const inside = withValue((input as Record<string | number, unknown> | undefined)?.[step], rest, value);
  return typeof step === 'number' ? [inside] : { ...(input as object), [step]: inside };
}

/** The optional fields for which null has no meaning. */
function neverNull({ shape }: z.ZodObject): readonly string[] {
  const fields = Object.entries(shape) as [string, z.ZodType][];
  return fields.flatMap(([name, type]) =>
    type.safeParse(undefined).success && !type.safeParse(null).success ? [name] : [],
  );
}

const ONLY_TEXT = 'a form carries text only';

function straysOf(definition: (typeof OPERATIONS)[number]): readonly StrayInput[] {
  const { name: operation, input: schema } = definition;
  const good = goodInput(definition);
  const noNull = { 'rest form': ONLY_TEXT, ...('bytes' in schema.shape && { 'rest json': ONLY_TEXT }) };
  const takesObject = 'input' in (GRAPHQL_CALLS[operation]?.variables({}) ?? {});
  const put = (place: Place, field: string, value: unknown, cannot: BadInput['cannot']): StrayInput => {
    const path = [...place.path, field].join('.');
    const input = withValue(good, place.path, { ...place.value, [field]: value }) as Input;
    return { name: `${operation}: ${path} ${value}`, operation, input, as: keyFor(definition), cannot, path };
  };
  return placesIn(schema, good).flatMap((place) => [
    put(place, 'unheardOf', 'x', takesObject || place.path.length > 0 ? {} : NO_UNKNOWN_ARGUMENT),
    ...neverNull(place.schema).map((field) => put(place, field, null, noNull)),
  ]);
}

/**
 * Every command but the creates: with an unknown field in each of its objects, and with null for each optional field.
 */
export function strayInputs(): readonly StrayInput[] {
  const isSent = (name: string) => SURFACES.some(({ offers }) => offers(name)) && !isCreation(name);
  return OPERATIONS.filter(({ kind, name }) => kind === 'command' && isSent(name)).flatMap(straysOf);
}

import type { InputObjectRef } from '@pothos/core';
import { z } from 'zod';
import { amount, timestamp } from '../../src/operations/fields.ts';
import type { Operation, Subscription } from '../../src/operations/operation.ts';
import { builder, type Types } from './builder.ts';
import { type EnumType, enumOf } from './enums.ts';

type FieldType = 'Amount' | 'DateTime' | 'String' | 'Int' | 'Boolean' | EnumType | InputRef;
/** Operations check their input themselves: to resolvers it is just an object. */
type InputRef = InputObjectRef<Types, object>;

interface FieldOptions {
  readonly type: FieldType | [FieldType];
  readonly required: boolean;
}

/** Input types of objects inside inputs, by the schema they were made from. */
const nested = new Map<unknown, InputRef>();

type WithInput<S extends z.ZodRawShape = z.ZodRawShape> = Pick<
  Operation<z.ZodObject<S>> | Subscription<z.ZodObject<S>>,
  'name' | 'input'
>;

const operations = new Map<string, WithInput>();

/** The operation that an input type was made for. */
export function operationOfInput(typeName: string): WithInput | undefined {
  return operations.get(typeName);
}

/**
 * The input type of an operation, from the schema that checks it: GraphQL refuses what has the wrong shape,
 * the operation whatever else is wrong, and both know the same fields.
 * @param omit fields that reach the operation another way.
 */
export function inputOf<S extends z.ZodRawShape>(
  name: string,
  operation: WithInput<S>,
  omit: readonly (keyof S & string)[] = [],
): InputRef {
  operations.set(name, operation);
  return inputFrom(name, operation.input, omit);
}

/** The input type of an object, such as one inside the input of an operation. */
export function inputFrom<S extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<S>,
  omit: readonly (keyof S & string)[] = [],
): InputRef {
  const ref = builder.inputRef<object>(name);
  nested.set(schema, ref);
  return ref.implement({
    // The fields are known to zod only while the program runs, to Pothos while it is compiled.
    fields: (t) => fieldsFrom(schema, omit, (options) => t.field(options)) as never,
  });
}

function fieldsFrom<F>(
  { shape }: z.ZodObject,
  omit: readonly string[],
  make: (options: FieldOptions) => F,
): Record<string, F> {
  const names = Object.keys(shape).filter((name) => !omit.includes(name));
  return Object.fromEntries(names.map((name) => [name, make(optionsFrom(name, shape[name]))]));
}

function optionsFrom(name: string, field: unknown): FieldOptions {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable)
    return { ...optionsFrom(name, field.def.innerType), required: false };
  if (field instanceof z.ZodPipe && field.def.in instanceof z.ZodArray)
    return optionsFrom(name, field.def.in);
  if (field instanceof z.ZodArray) return { type: [typeFrom(name, field.element)], required: true };
  return { type: typeFrom(name, field), required: true };
}

function typeFrom(name: string, field: unknown): FieldType {
  if (field === amount) return 'Amount';
  if (field === timestamp) return 'DateTime';
  if (field instanceof z.ZodPipe) return typeFrom(name, field.def.in);
  if (field instanceof z.ZodString) return 'String';
  if (field instanceof z.ZodNumber) return 'Int';
  if (field instanceof z.ZodBoolean) return 'Boolean';
  const known = enumOf(field) ?? nested.get(field);
  if (known) return known;
  throw new TypeError(`the field ${name} has no type in the schema yet`);
}

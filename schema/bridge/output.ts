import type { FieldMap, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Envelope } from '../../src/operations/envelope.ts';
import { amountOut, timestampOut } from '../../src/operations/fields.ts';
import { builder, type Types } from './builder.ts';
import { type EnumType, enumOf } from './enums.ts';

type Ref<T = unknown> = ReturnType<typeof builder.objectRef<T>>;
type FieldType = 'Amount' | 'DateTime' | 'String' | 'Int' | 'Boolean' | EnumType | Ref;

interface FieldOptions {
  readonly type: FieldType | [FieldType];
  readonly nullable: boolean;
}

/** Object types by the schema they were made from, for those that stand inside others. */
const made = new Map<unknown, Ref>();

/** The object type of what an operation returns, from the schema that describes it: it cannot drift from it. */
export function objectFrom<T extends z.ZodObject>(
  name: string,
  schema: T,
  description: string,
): ObjectRef<Types, z.infer<T>> {
  const ref = builder.objectRef<z.infer<T>>(name);
  made.set(schema, ref);
  return ref.implement({ description, fields: (t) => exposeAll(t, name, schema) });
}

/** One field for each key of the schema. */
export function exposeAll<T extends z.ZodObject>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, z.infer<T>>,
  name: string,
  schema: T,
): FieldMap {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => [
      key,
      // The keys are known to zod only while the program runs, to Pothos while it is compiled.
      t.expose(key as never, optionsFrom(name, key, field) as never),
    ]),
  );
}

function optionsFrom(name: string, key: string, field: unknown): FieldOptions {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return { ...optionsFrom(name, key, field.def.innerType), nullable: true };
  if (field instanceof z.ZodArray) return { type: [typeFrom(name, key, field.element)], nullable: false };
  return { type: typeFrom(name, key, field), nullable: false };
}

function typeFrom(name: string, key: string, field: unknown): FieldType {
  if (field === amountOut) return 'Amount';
  if (field === timestampOut) return 'DateTime';
  if (field instanceof z.ZodString) return 'String';
  if (field instanceof z.ZodNumber) return 'Int';
  if (field instanceof z.ZodBoolean) return 'Boolean';
  const known = enumOf(field) ?? made.get(field);
  if (known) return known;
  throw new TypeError(`${name}.${key} has no type in the schema yet`);
}

/** The envelope of the specification, section 2.3, around one kind of data. */
export function envelopeOf<T>(name: string, data: ObjectRef<Types, T>): ObjectRef<Types, Envelope<T>> {
  return builder.objectRef<Envelope<T>>(name).implement({
    description: `The envelope of every answer, around ${data.name}.`,
    fields: (t) => ({
      data: t.expose('data' as never, { type: data } as never),
      status: t.exposeInt('status'),
      responseTime: t.exposeString('responseTime', { description: 'Such as `2.31ms`.' }),
      app_version: t.exposeString('app_version'),
    }),
  });
}

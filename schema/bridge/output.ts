import type { FieldMap, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { Envelope } from '../../src/operations/envelope.ts';
import { graphqlTypes } from '../../src/operations/fields.ts';
import { builder, type Types } from './builder.ts';
import { fieldTypeOf } from './field-type.ts';

/** Declares the object type of an operation's output, or of an object inside one, from its zod schema. */
export function objectFrom<T extends z.ZodObject>(
  name: string,
  schema: T,
  description: string,
): ObjectRef<Types, z.infer<T>> {
  graphqlTypes.add(schema, { name });
  return builder.objectRef<z.infer<T>>(name).implement({ description, fields: (t) => exposeAll(t, schema) });
}

/** One field for each key of the schema. */
export function exposeAll<T extends z.ZodObject>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, z.infer<T>>,
  schema: T,
): FieldMap {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => {
      const { name, isList, isOptional } = fieldTypeOf(key, field);
      const options = { type: isList ? [name] : name, nullable: isOptional };
      // Keys are known to zod at run time only, and Pothos wants them at compile time.
      return [key, t.expose(key as never, options as never)];
    }),
  );
}

/** The envelope of the specification, section 2.3, around one kind of data. */
export function envelopeOf<T>(name: string, data: ObjectRef<Types, T>): ObjectRef<Types, Envelope<T>> {
  return builder.objectRef<Envelope<T>>(name).implement({
    description: `The response envelope around one ${data.name}.`,
    fields: (t) => ({
      data: t.expose('data' as never, { type: data } as never),
      status: t.exposeInt('status'),
      responseTime: t.exposeString('responseTime', {
        description: 'Time the service took, such as `2.31ms`.',
      }),
      app_version: t.exposeString('app_version'),
    }),
  });
}

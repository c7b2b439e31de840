import type { InputObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { graphqlTypes } from '../../src/operations/fields.ts';
import { builder, type Types } from './builder.ts';
import { descriptionOf, fieldTypeOf } from './field-type.ts';

/**
 * Declares an input type from the zod schema of an operation's input, or of an object inside one. GraphQL
 * checks the types of values, the operation their content.
 * @param omit fields that reach the operation another way.
 */
export function inputFrom<S extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<S>,
  omit: readonly (keyof S & string)[] = [],
): InputObjectRef<Types, object> {
  graphqlTypes.add(schema, { name });
  return builder.inputRef<object>(name).implement({
    fields: (t) => {
      const fields = Object.entries(schema.shape).filter(([field]) => !omit.includes(field));
      // Field names are known to zod at run time only, and Pothos wants them at compile time.
      return Object.fromEntries(
        fields.map(([key, field]) => [key, t.field(inputOptionsOf(key, field))]),
      ) as never;
    },
  });
}

/** The type of an input's field or of an argument, and what it means. */
export function inputOptionsOf(path: string, field: unknown) {
  const { name, isList, isOptional } = fieldTypeOf(path, field);
  return {
    type: (isList ? [name] : name) as never,
    required: !isOptional,
    description: descriptionOf(field),
  };
}

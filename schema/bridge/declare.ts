import type { FieldMap, InputObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Envelope } from '../../src/operations/envelope.ts';
import { graphqlTypes } from '../../src/operations/fields.ts';
import { builder, type Types } from './builder.ts';
import { descriptionOf, type FieldType, fieldTypeOf } from './field-type.ts';

/** The names of the types that are declared. Each is declared where it is used first. */
const declared = new Set<string>();

/** Notes a name. @returns whether it is new. */
function isNew(name: string): boolean {
  if (declared.has(name)) return false;
  declared.add(name);
  return true;
}

/** Declares the type of an output's field, with the types inside of it. */
function declareOutput({ name, schema }: FieldType): void {
  if (schema instanceof z.ZodEnum) declareEnum(name, schema);
  if (schema instanceof z.ZodObject && isNew(name)) {
    const { description = '' } = graphqlTypes.get(schema) ?? {};
    builder.objectRef<object>(name).implement({ description, fields: outputFields(schema) });
  }
}

function declareInput({ name, schema }: FieldType): void {
  if (schema instanceof z.ZodEnum) declareEnum(name, schema);
  if (schema instanceof z.ZodObject) inputFrom(name, schema);
}

/** An enum of codes for programs has the name String. */
function declareEnum(name: string, { options }: z.ZodEnum): void {
  if (name !== 'String' && isNew(name)) builder.enumType(name, { values: options.map(String) });
}

/** The type of an output, as an option of its field. */
export function outputOptionsOf(path: string, output: unknown) {
  const type = fieldTypeOf(path, output);
  declareOutput(type);
  const { name, isList, isOptional, hasNulls } = type;
  return {
    type: isList ? [name] : name,
    nullable: hasNulls ? { list: isOptional, items: true } : isOptional,
  };
}

/** One field for each key of an object. Pothos wants at compile time what zod knows at run time. */
export function outputFields(
  schema: z.ZodObject,
): (t: PothosSchemaTypes.ObjectFieldBuilder<Types, object>) => FieldMap {
  const fields = Object.entries(schema.shape).map(
    ([key, field]) => [key, outputOptionsOf(key, field)] as const,
  );
  return (t) =>
    Object.fromEntries(fields.map(([key, options]) => [key, t.expose(key as never, options as never)]));
}

/** The type of an input's field or of an argument, and what it means. */
export function inputOptionsOf(path: string, field: unknown) {
  const type = fieldTypeOf(path, field);
  declareInput(type);
  const { name, isList, isOptional } = type;
  return {
    type: (isList ? [name] : name) as never,
    required: !isOptional,
    description: descriptionOf(field),
  };
}

/**
 * Declares an input type from the zod schema of an operation's input, or of an object inside one. GraphQL
 * checks the types of values, the operation their content.
 * @param omit fields that reach the operation another way.
 */
export function inputFrom(
  name: string,
  { shape }: z.ZodObject,
  omit: readonly string[] = [],
): InputObjectRef<Types, object> {
  const reference = builder.inputRef<object>(name);
  if (!isNew(name)) return reference;
  const fields = Object.entries(shape)
    .filter(([field]) => !omit.includes(field))
    .map(([key, field]) => [key, inputOptionsOf(key, field)] as const);
  return reference.implement({
    fields: (t) => Object.fromEntries(fields.map(([key, options]) => [key, t.field(options)])) as never,
  });
}

/** Declares the envelope of the specification, section 2.3, around one kind of data. @returns its name. */
export function envelopeOf(data: string): string {
  const name = `${data}Envelope`;
  if (isNew(name))
    builder.objectRef<Envelope<object>>(name).implement({
      description: `The response envelope around one ${data}.`,
      fields: (t) => ({
        data: t.expose('data' as never, { type: data } as never),
        status: t.exposeInt('status'),
        responseTime: t.exposeString('responseTime', {
          description: 'Time the service took, such as `2.31ms`.',
        }),
        app_version: t.exposeString('app_version'),
      }),
    });
  return name;
}

import { z } from 'zod';
import { graphqlTypes } from '../../src/operations/fields.ts';

/** The GraphQL type of one field. */
export interface FieldType {
  readonly name: string;
  readonly isList: boolean;
  /** An optional field can be left out of an input, and is nullable in an output. */
  readonly isOptional: boolean;
  /** Whether items of the list can be null. */
  readonly hasNulls: boolean;
  /** The schema that has the name: of the items of a list. */
  readonly schema: z.ZodType;
}

/**
 * Reads the GraphQL type of a field from its zod schema.
 * @param path names the field in the error.
 * @throws TypeError for a schema without a name in `graphqlTypes` that is no string, number or boolean.
 */
export function fieldTypeOf(path: string, field: unknown): FieldType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return { ...fieldTypeOf(path, field.def.innerType), isOptional: true };
  if (field instanceof z.ZodArray) {
    const { isOptional: hasNulls, ...item } = fieldTypeOf(path, field.element);
    return { ...item, isList: true, isOptional: false, hasNulls };
  }
  const name = field instanceof z.ZodType ? nameOf(field) : undefined;
  if (name && field instanceof z.ZodType)
    return { name, isList: false, isOptional: false, hasNulls: false, schema: field };
  // A pipe accepts the type of its first schema.
  if (field instanceof z.ZodPipe) return fieldTypeOf(path, field.def.in);
  throw new TypeError(`the field ${path} has no GraphQL type`);
}

function nameOf(field: z.ZodType): string | undefined {
  const name = graphqlTypes.get(field)?.name;
  if (name) return name;
  if (field instanceof z.ZodString) return 'String';
  if (field instanceof z.ZodNumber) return 'Int';
  if (field instanceof z.ZodBoolean) return 'Boolean';
  return undefined;
}

/** What a field means, with the bounds and the default of a number that has one. */
export function descriptionOf(field: unknown): string {
  if (!(field instanceof z.ZodType)) return '';
  const inner = innerOf(field);
  const words = field.description ?? (inner ? descriptionOf(inner) : '');
  if (!(field instanceof z.ZodDefault) || !(inner instanceof z.ZodNumber)) return words;
  return `${words} From ${inner.minValue} to ${inner.maxValue}; ${field.def.defaultValue} by default.`;
}

function innerOf(field: z.ZodType): z.core.$ZodType | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return field.def.innerType;
  return field instanceof z.ZodPipe ? field.def.in : undefined;
}

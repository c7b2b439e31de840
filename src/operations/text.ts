import { z } from 'zod';
import { AmountText, graphqlTypes } from './fields.ts';

/** Converts text to the type of its field. Unconvertible text is returned unchanged, and the field rejects it. */
type ReadText = (text: string) => unknown;

const readInteger: ReadText = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text);
const readFlag: ReadText = (text) => text === 'true' || (text === 'false' ? false : text);
const readList: ReadText = (text) => text.split(',');
const readAmount: ReadText = (text) => new AmountText(text);

/** Converts the fields of a form, a query or a command line in place. */
export type ReadFields = (fields: Record<string, unknown>) => Record<string, unknown>;

/**
 * Creates the reader of input that was sent as text, from the schema of the input. Its numbers are integers or
 * amounts. One reader is created for each operation.
 */
export function fieldReader(input: z.ZodType): ReadFields {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  const readers = Object.entries(shape).flatMap(([name, field]) => {
    const read = readerOf(field);
    return read ? [[name, read] as const] : [];
  });
  return (fields) => {
    for (const [name, read] of readers) {
      const value = fields[name];
      if (typeof value === 'string') fields[name] = read(value);
    }
    return fields;
  };
}

function readerOf(field: unknown): ReadText | undefined {
  // An amount with an additional bound is still an amount.
  if (field instanceof z.ZodType && graphqlTypes.get(field)?.name === 'Amount') return readAmount;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable)
    return readerOf(field.def.innerType);
  if (field instanceof z.ZodNumber) return readInteger;
  if (field instanceof z.ZodBoolean) return readFlag;
  if (field instanceof z.ZodArray) return readList;
  return undefined;
}

import { z } from 'zod';
import { AmountText, amount } from './fields.ts';

/** Makes of text what its field takes. Text that is no such thing is left as it is, for the field to refuse. */
type ReadText = (text: string) => unknown;

const readInteger: ReadText = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text);
const readFlag: ReadText = (text) => text === 'true' || (text === 'false' ? false : text);
const readAmount: ReadText = (text) => new AmountText(text);

/** Reads the fields of a form, a query or a command line, in place. */
export type ReadFields = (fields: Record<string, unknown>) => Record<string, unknown>;

/**
 * Makes the reader of input that was sent as text, from the schema that checks it: numbers are whole ones or
 * amounts there. Made once for each operation.
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
  if (field === amount) return readAmount;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable)
    return readerOf(field.def.innerType);
  if (field instanceof z.ZodNumber) return readInteger;
  if (field instanceof z.ZodBoolean) return readFlag;
  return undefined;
}

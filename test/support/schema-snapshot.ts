import { fileURLToPath } from 'node:url';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../../schema/index.ts';

/** Where the committed text of the schema stands. */
export const SCHEMA_FILE = fileURLToPath(new URL('../../schema/schema.graphql', import.meta.url));

/** The schema as text, in an order that does not depend on the order of the code. */
export function printSnapshot(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

import { fileURLToPath } from 'node:url';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../../schema/index.ts';

/** The path of the committed schema file. */
export const SCHEMA_FILE = fileURLToPath(new URL('../../schema/schema.graphql', import.meta.url));

/** Prints the schema in an order that does not depend on the order of the code. */
export function printSnapshot(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

import { fileURLToPath } from 'node:url';
import { lexicographicSortSchema, printSchema } from 'graphql';
import packageJson from '../../package.json' with { type: 'json' };
import { schema } from '../../schema/index.ts';
import { createOpenApiDocument } from '../../src/surfaces/openapi/document.ts';

/** The path of the committed schema file. */
export const SCHEMA_FILE = fileURLToPath(new URL('../../schema/schema.graphql', import.meta.url));

/** Prints the schema in an order that does not depend on the order of the code. */
export function printSnapshot(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** The path of the committed OpenAPI document. */
export const OPENAPI_FILE = fileURLToPath(new URL('../../schema/openapi.json', import.meta.url));

/** Prints the OpenAPI document of a service on this machine. @param isClosed allows no field that it does not describe. */
export function printOpenApi(isClosed = false): string {
  const document = createOpenApiDocument({
    appVersion: packageJson.version,
    serverUrl: 'http://127.0.0.1:3000',
    isClosed,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import { GROUPS } from '../rest/calls.ts';
import { routes } from '../rest/routes.ts';
import { describeFields } from './describe-fields.ts';
import { describeOperation } from './operations.ts';
import { nameSchemas, overrideSchema } from './schemas.ts';
import { WEBHOOKS } from './webhooks.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

export interface OpenApiOptions {
  readonly appVersion: string;
  /** The address that callers reach the service at, without a slash at its end. */
  readonly serverUrl: string;
  /** Whether answers have no field beyond those described; a later version may add some, so clients must not rely on it. */
  readonly isClosed?: boolean;
}

const DESCRIPTION = `Takes deposits and pays out withdrawals by bank transfer.

Every call names its client in the header \`appKey\` and signs the request in the header \`sign\`.
Every answer is one envelope: \`data, status, responseTime, app_version\`; a failure has \`error\` and no data.
Amounts are numbers with at most two digits after the point.`;

/** Describes every REST route in OpenAPI 3.1, from the schemas of the operations and the table of errors. */
export function createOpenApiDocument({
  appVersion,
  serverUrl,
  isClosed = false,
}: OpenApiOptions): OpenApiDocument {
  nameSchemas();
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'bank-transfers',
        version: appVersion,
        description: DESCRIPTION,
        contact: { name: 'The operator of this service', url: serverUrl },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: serverUrl }],
      tags: GROUPS.map(({ tag, description }) => ({ name: tag, description })),
      paths,
      webhooks: WEBHOOKS,
      components: {
        securitySchemes: {
          appKey: {
            type: 'apiKey',
            in: 'header',
            name: 'appKey',
            description: 'The name of the key.',
          },
          sign: {
            type: 'apiKey',
            in: 'header',
            name: 'sign',
            description:
              'The timed sign `t=<unix seconds>,v1=<base64 of HMAC-SHA256(secret, "<t>.<METHOD>.<path with query>.<body>")>`. A nonce can follow the time, so that two equal requests of one second have two signs: `t=…,n=<8 to 64 of A-Z a-z 0-9 _ ->,v1=…`, over `<t>.<n>.<METHOD>.…`. For a file, or wherever the service should know the sender before it reads the body, send the header `content-digest: sha-256=:<base64 of SHA-256(body)>:` (RFC 9530) and the sign `t=<unix seconds>,v2=<base64 of HMAC-SHA256(secret, "v2.<t>.<METHOD>.<content-digest>.<path with query>")>`. Calls that say so also take the plain sign: base64 of HMAC-SHA256(secret, body), or of the query where there is no body.',
          },
        },
      },
    },
    { override: overrideSchema, allowEmptySchema: {} },
  );
  describeFields(document);
  if (!isClosed) openAnswers(document);
  return document;
}

/** Lets answers have fields that are not described. */
function openAnswers(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('additionalProperties' in node && node.additionalProperties === false)
    Reflect.deleteProperty(node, 'additionalProperties');
  for (const value of Object.values(node)) openAnswers(value);
}

import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ERROR_TYPES, type ErrorType } from '../../kernel/errors.ts';
import { ERROR_STATUS } from '../../operations/error-table.ts';
import { fieldProblemView } from '../../operations/field-problems.ts';
import type { Operation } from '../../operations/operation.ts';
import answers from './answers.json' with { type: 'json' };
import { failureExample } from './failure-examples.ts';

/** The refusals of every signed call. */
const OF_EVERY_CALL: readonly ErrorType[] = [
  'error_validation',
  'error_missing_credentials',
  'error_invalid_sign',
  'not_authorized',
  'error_site_not_found',
  'error_rate_limited',
  'error_internal',
  'error_unavailable',
];

/** The further refusals of a call with a body. */
const OF_BODIES: readonly ErrorType[] = ['error_payload_too_large', 'error_unsupported_media_type'];

/** The fields of an envelope that say how the service answered. */
const answered = {
  responseTime: z.string().meta({ description: 'How long the service took, such as `2.31ms`.' }),
  app_version: z.string().meta({ description: 'The version of the service.' }),
};

/** The envelope of a failure whose type is one of those that a call can have with this status. */
function failureOf(status: number, types: readonly ErrorType[]) {
  return z.object({
    data: z.null().describe('Nothing: the request failed.'),
    status: z.literal(status).describe('The HTTP status.'),
    error: z
      .object({
        type: z.enum(types).describe('The type of the failure.'),
        message: z.string().meta({ description: 'A sentence that says what to do.' }),
        fields: z.array(fieldProblemView).optional().meta({ description: 'Each field that is wrong.' }),
      })
      .describe('Why the request failed.'),
    ...answered,
  });
}

/** The response with a file. */
const FILE: ZodOpenApiResponsesObject = {
  '200': {
    description: 'The file.',
    headers: z.object({
      'Content-Type': z.string().meta({ description: 'The media type of the file.' }),
      'Content-Disposition': z.string().meta({ description: 'The name of the file.' }),
      ETag: z.string().meta({ description: 'The SHA-256 of its bytes, in hexadecimal and quotation marks.' }),
    }),
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  '304': { description: 'The file has the ETag of If-None-Match.' },
};

function envelopeWith(output: z.ZodType, name: string): ZodOpenApiResponsesObject {
  const schema = z.object({
    data: output.describe('What was asked for.'),
    status: z.literal(200).describe('The status.'),
    ...answered,
  });
  const content = { 'application/json': { schema, example: answerExample(name) } };
  return { '200': { description: 'Done.', content } };
}

/** The responses of a call, by their statuses. A file has no envelope. */
export function describeResponses(
  { name, output, refusals = [] }: Pick<Operation, 'name' | 'output' | 'refusals'>,
  { takesBody, givesFile }: { readonly takesBody: boolean; readonly givesFile: boolean },
): ZodOpenApiResponsesObject {
  const types = new Set([...OF_EVERY_CALL, ...(takesBody ? OF_BODIES : []), ...refusals]);
  const responses: ZodOpenApiResponsesObject = { ...(givesFile ? FILE : envelopeWith(output, name)) };
  const statuses = new Set([...types].map((type) => ERROR_STATUS[type]));
  for (const status of [...statuses].sort())
    responses[`${status}`] = describeFailure(
      status,
      ERROR_TYPES.filter((type) => types.has(type) && ERROR_STATUS[type] === status),
    );
  return responses;
}

const RETRY_AFTER = z
  .string()
  .meta({ description: 'The seconds to wait before the same request is sent again.' });

/** A refused transition names a time only while the decision of an operator is planned. */
function headersOf(status: number, types: readonly ErrorType[]) {
  if (status === 429 || status === 503) return z.object({ 'Retry-After': RETRY_AFTER });
  if (types.includes('error_transition_not_allowed'))
    return z.object({ 'Retry-After': RETRY_AFTER.optional() });
  return undefined;
}

const failures = new Map<string, ZodOpenApiResponseObject>();

/** The response of a status with one of the types. Calls with the same types share it, as a component. */
function describeFailure(status: number, types: readonly ErrorType[]): ZodOpenApiResponseObject {
  const id = types.join('.');
  const known = failures.get(id);
  if (known) return known;
  const headers = headersOf(status, types);
  const examples = Object.fromEntries(types.map((type) => [type, { value: failureExample(type) }]));
  const response: ZodOpenApiResponseObject = {
    id,
    description: types.map((type) => `\`${type}\``).join(', '),
    content: { 'application/json': { schema: failureOf(status, types), examples } },
    ...(headers && { headers }),
  };
  failures.set(id, response);
  return response;
}

/** The envelope of what a service with demo data answered to the example of a call; undefined where none is recorded. */
function answerExample(operationId: string): unknown {
  const data = (answers as Readonly<Record<string, unknown>>)[operationId];
  return data === undefined ? undefined : { data, status: 200, responseTime: '2.31ms', app_version: '1.0.0' };
}

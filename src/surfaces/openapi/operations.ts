import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { FORM_TYPE } from '../../http/form.ts';
import { MAX_FILE_BYTES } from '../../http/limits.ts';
import { exampleOf } from '../../operations/examples.ts';
import type { OperationRoute } from '../rest/routes.ts';
import { describeResponses } from './responses.ts';

/** Describes the call of a route. */
export function describeOperation({
  method,
  path,
  operation,
  tag,
  ...route
}: OperationRoute): ZodOpenApiOperationObject {
  const { name, summary, description } = operation;
  const shape = operation.input instanceof z.ZodObject ? operation.input.shape : {};
  const inPath = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
  const inFile = route.takesFile ? ['bytes'] : [];
  const rest = omit(shape, [...inPath, ...inFile]);
  const example = exampleOf(operation);
  const takesBody = method === 'POST';
  const takesQuery = (!takesBody || route.takesFile) && Object.keys(rest).length > 0;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, signs({ operation, ...route }), roles(operation)].filter(Boolean).join('\n\n'),
    security: [{ appKey: [], sign: [] }],
    requestParams: {
      ...(inPath.length > 0 && { path: parametersOf(pick(shape, inPath), example) }),
      ...(takesQuery && { query: parametersOf(rest, example) }),
    },
    ...(takesBody && { requestBody: route.takesFile ? fileBody() : fieldsBody(name, rest, example) }),
    responses: describeResponses(operation, { takesBody, givesFile: route.givesFile }),
  };
}

type Example = ReturnType<typeof exampleOf>;

/** Parameters with the values of the example. */
function parametersOf(shape: z.ZodRawShape, examples: Example) {
  const fields = Object.entries(shape).map(([field, schema]) => {
    const example = examples[field];
    const described = schema as z.ZodType;
    return [field, example === undefined ? described : described.meta({ param: { example } })] as const;
  });
  return z.object(Object.fromEntries(fields));
}

const bodies = new Map<string, z.ZodObject>();

/** The schema of a body. The document has it once, for JSON and for forms: `createDeposit` takes `CreateDeposit`. */
function bodyOf(name: string, shape: z.ZodRawShape): z.ZodObject {
  const known = bodies.get(name);
  if (known) return known;
  const id = name.charAt(0).toUpperCase() + name.slice(1);
  const body = z.object(shape).meta({ id });
  bodies.set(name, body);
  return body;
}

function fieldsBody(name: string, shape: z.ZodRawShape, examples: Example) {
  const schema = Object.keys(shape).length > 0 ? bodyOf(name, shape) : z.object(shape);
  const given = Object.keys(shape).filter((field) => field in examples);
  const example = given.length > 0 && Object.fromEntries(given.map((field) => [field, examples[field]]));
  const isRequired = Object.values(shape).some((field) => !(field as z.ZodType).safeParse(undefined).success);
  const hasLists = Object.values(shape).some((field) => field instanceof z.ZodArray);
  const content = { schema, ...(example && { example }) };
  return {
    required: isRequired,
    // Swagger UI offers the first one, and sends optional fields of a form empty.
    content: { 'application/json': content, ...(!hasLists && { [FORM_TYPE]: content }) },
  };
}

function fileBody() {
  return {
    required: true,
    description: `The bytes of the file, at most ${MAX_FILE_BYTES / 2 ** 20} MiB.`,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } as const } },
  };
}

function signs({
  operation,
  acceptsPlainSign,
}: Pick<OperationRoute, 'operation' | 'acceptsPlainSign'>): string {
  if (acceptsPlainSign) return 'Takes the timed sign, or the plain sign.';
  const { kind, isIdempotent } = operation;
  if (kind !== 'command' || isIdempotent === true) return '';
  return isIdempotent ? 'Accepts each sign once if holdSeconds is given.' : 'Accepts each sign once.';
}

function roles({ roles }: OperationRoute['operation']): string {
  return `For keys with the role ${roles.join(', ')}.`;
}

function pick(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
}

function omit(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));
}

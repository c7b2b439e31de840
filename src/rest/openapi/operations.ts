import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { FORM_TYPE } from '../../http/form.ts';
import { FILE_LIMIT_BYTES } from '../../http/surface.ts';
import { takesSignOnce } from '../../operations/operation.ts';
import { type OperationName, PERMISSIONS } from '../../operations/permissions.ts';
import type { OperationRoute } from '../routes/route.ts';
import { findCall } from './calls/index.ts';
import { EXAMPLES } from './examples.ts';
import { describeResponses } from './responses.ts';

/** Describes the call of a route. @throws Error for a call that `calls` does not know. */
export function describeOperation({
  method,
  path,
  operation,
  ...route
}: OperationRoute): ZodOpenApiOperationObject {
  const call = findCall(operation.name);
  if (!call) throw new Error(`calls says nothing of ${operation.name}`);
  const { tag, summary, description, refusals } = call;
  const shape = operation.input instanceof z.ZodObject ? operation.input.shape : {};
  const inPath = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
  const inFile = route.takesFile ? ['bytes'] : [];
  const rest = omit(shape, [...inPath, ...inFile]);
  const takesBody = method === 'POST';
  return {
    operationId: operation.name,
    tags: [tag],
    summary,
    description: [description, signs({ operation, ...route }), roles(operation.name)]
      .filter(Boolean)
      .join('\n\n'),
    security: [{ appKey: [], sign: [] }],
    requestParams: {
      ...(inPath.length > 0 && { path: parametersOf(pick(shape, inPath), operation.name) }),
      ...((!takesBody || route.takesFile) &&
        Object.keys(rest).length > 0 && { query: parametersOf(rest, operation.name) }),
    },
    ...(takesBody && { requestBody: route.takesFile ? fileBody() : fieldsBody(operation.name, rest) }),
    responses: describeResponses(operation.output, { refusals, takesBody }),
  };
}

/** Parameters with the values of the example. */
function parametersOf(shape: z.ZodRawShape, name: OperationName) {
  const { parameters = {} } = EXAMPLES[name] ?? {};
  const fields = Object.entries(shape).map(([field, schema]) => {
    const example = parameters[field];
    const described = schema as z.ZodType;
    return [field, example === undefined ? described : described.meta({ param: { example } })] as const;
  });
  return z.object(Object.fromEntries(fields));
}

const bodies = new Map<OperationName, z.ZodObject>();

/** The schema of a body. It stands once in the document, for JSON and for forms: `createDeposit` takes `CreateDeposit`. */
function bodyOf(name: OperationName, shape: z.ZodRawShape): z.ZodObject {
  const known = bodies.get(name);
  if (known) return known;
  const id = name.charAt(0).toUpperCase() + name.slice(1);
  const body = z.object(shape).meta({ id });
  bodies.set(name, body);
  return body;
}

function fieldsBody(name: OperationName, shape: z.ZodRawShape) {
  const schema = Object.keys(shape).length > 0 ? bodyOf(name, shape) : z.object(shape);
  const example = EXAMPLES[name]?.body;
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
    description: `The bytes of the file, at most ${FILE_LIMIT_BYTES / 2 ** 20} MiB.`,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } as const } },
  };
}

function signs({ operation, acceptsPlainSign }: Omit<OperationRoute, 'method' | 'path'>): string {
  if (acceptsPlainSign) return 'Takes the timed sign, or the plain sign.';
  return takesSignOnce(operation) ? 'Accepts each sign once.' : '';
}

function roles(name: OperationName): string {
  return `For keys with the role ${PERMISSIONS[name].join(', ')}.`;
}

function pick(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
}

function omit(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));
}

import type { AnyProcedure } from '@trpc/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { type OperationRoute, routes } from '../../src/surfaces/rest/routes.ts';
import { appRouter } from '../../src/surfaces/trpc/router.ts';
import { type ApiResponse, type Credentials, call, type Json, MERCHANT } from '../harness.ts';
import { GRAPHQL_CALLS, type Input } from './graphql-calls.ts';
import { writeJson } from './number-text.ts';

const SURFACE_NAMES = ['rest form', 'rest json', 'graphql', 'trpc'] as const;
export type SurfaceName = (typeof SURFACE_NAMES)[number];

/** The content of a response, the same for every surface. */
export interface Outcome {
  readonly status: number;
  /** The data of a success. */
  readonly data?: Json;
  /**
   * The error of a failure; `fields` are the paths of the invalid fields, undefined if GraphQL's own types refused
   * them.
   */
  readonly error?: {
    readonly type: string;
    readonly message: string;
    readonly fields: readonly string[] | undefined;
  };
  /** The whole response as it was received. */
  readonly text: string;
}

type Content = Omit<Outcome, 'text'>;

export interface Call {
  readonly operation: string;
  readonly input: Input;
  /** The demo merchant by default; null for a call without credentials. */
  readonly as?: Credentials | null;
  /** The clock of the sign, in epoch milliseconds. */
  readonly nowMs?: number;
}

type Server = { readonly url: string };

/** A client that runs operations over one surface. Every call has the timed sign. */
export interface SurfaceClient {
  readonly name: SurfaceName;
  /** Checks whether the surface offers the operation. */
  offers(operation: string): boolean;
  run(service: Server, call: Call): Promise<Outcome>;
  /** The request of an operation, as `run` sends it. */
  requestOf(operation: string, input: Input): SurfaceRequest;
}

export interface SurfaceRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
  readonly contentType?: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The envelope that stands for a download, which has none. */
const FILE: Json = { data: 'a file', status: 200, responseTime: '0ms', app_version: '1.0.0' };

async function send(
  service: Server,
  { as, nowMs }: Call,
  { target, body, contentType }: SurfaceRequest,
): Promise<ApiResponse> {
  const request = { ...(body !== undefined && { body }), ...(contentType !== undefined && { contentType }) };
  const response = await call(service, target, {
    ...request,
    as: as ?? MERCHANT,
    sign: contentType === 'application/octet-stream' ? 'digest' : 'timed',
    headers: as === null ? { appKey: '', sign: '' } : {},
    ...(nowMs !== undefined && { nowMs }),
  });
  // The bytes of a file are checked in their own tests.
  if (response.headers.has('content-disposition')) return { ...response, json: FILE };
  if (typeof response.json !== 'object') expect.fail(`no JSON: ${response.text}`);
  return response;
}

/**
 * Fails unless all conditions hold. It is called for thousands of responses, for which `expect` takes as long as they
 * do.
 */
function ensure(isRight: boolean, received: unknown): void {
  if (!isRight) expect.fail(`an unexpected form of response: ${JSON.stringify(received)}`);
}

const isDuration = (text: unknown) => typeof text === 'string' && /^\d+(\.\d{1,2})?ms$/.test(text);

/** Reads the shared envelope of a success. */
function success(envelope: Json): Content {
  const keys = Object.keys(envelope).join();
  ensure(keys === 'data,status,responseTime,app_version', envelope);
  ensure(envelope.status === 200 && isDuration(envelope.responseTime), envelope);
  return { status: envelope.status, data: envelope.data };
}

/** Reads the shared parts of a failure. */
function failure(envelope: Json): Content {
  const { status, error, responseTime, app_version } = envelope;
  ensure(isDuration(responseTime) && /^\d+\.\d+\.\d+$/.test(app_version), envelope);
  const { type, message, fields = [] } = error;
  return { status, error: { type, message, fields: fields.map((field: Json) => field.path) } };
}

interface RestCall extends OperationRoute {
  /** The fields outside the body or query: in the path, or the body itself. */
  readonly elsewhere: readonly string[];
  /** A form cannot carry its input. */
  readonly needsJson: boolean;
}

function restCallOf(route: OperationRoute): RestCall {
  const { method, path, operation, takesFile } = route;
  const shape = operation.input instanceof z.ZodObject ? operation.input.shape : {};
  return {
    ...route,
    elsewhere: takesFile ? ['bytes'] : [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []),
    needsJson: method === 'POST' && Object.values(shape).some(isList),
  };
}

/** Whether a field is a list, which a form could only repeat. */
function isList(field: unknown): boolean {
  if (field instanceof z.ZodOptional) return isList(field.unwrap());
  return field instanceof z.ZodArray;
}

const REST_CALLS = new Map(routes.map((route) => [route.operation.name, restCallOf(route)]));

/** The path of a call with the ids of its input. */
function pathOf({ path }: RestCall, input: Input): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
}

/** Encodes fields as text for forms and queries. A field with a list of values is repeated. */
function encodeForm(input: Input): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

function fileBody({ bytes }: Input) {
  return { body: String(bytes), contentType: 'application/octet-stream' };
}

function restClient(
  name: SurfaceName,
  methods: readonly OperationRoute['method'][],
  encodeBody: (input: Input) => { readonly body: string; readonly contentType: string },
): SurfaceClient {
  function requestOf(operation: string, input: Input): SurfaceRequest {
    const restCall = REST_CALLS.get(operation)!;
    const { method, elsewhere, takesFile } = restCall;
    const fields = Object.entries(input).filter(([field]) => !elsewhere.includes(field));
    const query = encodeForm(Object.fromEntries(fields));
    const hasQuery = (method === 'GET' || takesFile) && query !== '';
    const target = pathOf(restCall, input) + (hasQuery ? `?${query}` : '');
    const body = takesFile ? fileBody(input) : encodeBody(Object.fromEntries(fields));
    return { method, target, ...(method === 'POST' && body) };
  }

  return {
    name,
    requestOf,
    offers(operation) {
      const restCall = REST_CALLS.get(operation);
      if (restCall?.needsJson && name === 'rest form') return false;
      return methods.some((method) => method === restCall?.method);
    },
    async run(service, surfaceCall) {
      const request = requestOf(surfaceCall.operation, surfaceCall.input);
      const { status, json, text } = await send(service, surfaceCall, request);
      ensure(json.status === status, json);
      if (!json.error) return { ...success(json), text };
      ensure(json.data === null, json);
      return { ...failure(json), text };
    },
  };
}

/** Encodes text as URLs do: an apostrophe would be sent as %27, so it must be signed as that. */
function encodeQuery(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/** The procedures of callers with a key, by their operations, without the subscription. */
const TRPC_CALLS = new Map(
  Object.entries<unknown>(appRouter._def.procedures).flatMap(([path, procedure]) => {
    const {
      _def: { type, meta },
    } = procedure as AnyProcedure;
    const { operation } = meta as { readonly operation: string };
    const isOffered = type !== 'subscription' && !path.startsWith('payments.');
    return isOffered ? [[operation, { type, path }] as const] : [];
  }),
);

const trpc: SurfaceClient = {
  name: 'trpc',
  offers: (operation) => TRPC_CALLS.has(operation),
  requestOf(operation, given) {
    const { type, path } = TRPC_CALLS.get(operation)!;
    const input = writeJson(given);
    return type === 'query'
      ? { method: 'GET', target: `/trpc/${path}?input=${encodeQuery(input)}` }
      : { method: 'POST', target: `/trpc/${path}`, body: input, contentType: JSON_TYPE };
  },
  async run(service, surfaceCall) {
    const request = trpc.requestOf(surfaceCall.operation, surfaceCall.input);
    const { status, json, text } = await send(service, surfaceCall, request);
    if (!json.error) return { ...success(json.result.data), text };
    ensure(json.error.data.status === status, json);
    ensure(json.error.data.code === json.error.data.error.type, json);
    return { ...failure(json.error.data), text };
  },
};

/** GraphQL's other names of fields: the direction of reading determines the name of the page size. */
const GRAPHQL_FIELDS: Readonly<Record<string, string>> = { first: 'limit', last: 'limit' };
const OF_ONE_TRANSACTION: Readonly<Record<string, string>> = { id: 'transactionId' };

const graphql: SurfaceClient = {
  name: 'graphql',
  offers: (operation) => operation in GRAPHQL_CALLS,
  requestOf(operation, input) {
    const { document, variables } = GRAPHQL_CALLS[operation]!;
    const body = writeJson({ query: document, variables: variables(input) });
    return { method: 'POST', target: '/graphql', body, contentType: JSON_TYPE };
  },
  async run(service, surfaceCall) {
    const { read } = GRAPHQL_CALLS[surfaceCall.operation]!;
    const request = graphql.requestOf(surfaceCall.operation, surfaceCall.input);
    const { json, text } = await send(service, surfaceCall, request);
    if (!json.errors) return { status: 200, data: read(json.data.answer, surfaceCall.input), text };
    const failures: Content[] = json.errors.map(({ message, extensions }: Json) => {
      ensure(extensions.code === extensions.error.type, extensions);
      ensure(message === extensions.error.message, extensions);
      return failure(extensions);
    });
    const names = surfaceCall.operation === 'getTransaction' ? OF_ONE_TRANSACTION : GRAPHQL_FIELDS;
    const paths = failures.flatMap(({ error }) => error!.fields!);
    const fields = failures.some(({ error }) => error!.message.startsWith('Variable "$'))
      ? undefined
      : paths.map((path) => names[path] ?? path);
    return { ...failures[0]!, error: { ...failures[0]!.error!, fields }, text };
  },
};

/**
 * A client for each surface. REST with JSON offers only operations with a body: queries are the same as with a
 * form.
 */
export const SURFACES: readonly SurfaceClient[] = [
  restClient('rest form', ['GET', 'POST'], (input) => ({ body: encodeForm(input), contentType: FORM_TYPE })),
  restClient('rest json', ['POST'], (input) => ({ body: writeJson(input), contentType: JSON_TYPE })),
  graphql,
  trpc,
];

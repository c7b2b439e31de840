import type { AnyProcedure } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { z } from 'zod';
import { disconnectSignal, toFetchRequest, writeFetchResponse } from '../../http/fetch.ts';
import { parseForm, refuseQuery } from '../../http/form.ts';
import { queryValue } from '../../http/head.ts';
import { parseJsonBody, refuseKeys } from '../../http/json.ts';
import { scanJson } from '../../http/json-scan.ts';
import { callOf, type RequestContext, type Route, type Surface } from '../../http/surface.ts';
import { fieldError, type ServiceError } from '../../kernel/errors.ts';
import { findNearest } from '../../kernel/nearest.ts';
import { fault } from '../../kernel/problems.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import type { Envelopes, Failure } from '../../operations/envelope.ts';
import type { Caller } from '../../operations/permissions.ts';
import { rpcCodeOf, unknownProcedure } from './errors.ts';
import type { TrpcContext } from './init.ts';
import { appRouter } from './router.ts';

const ENDPOINT = '/trpc';

/** tRPC itself would also read other media types and stream batches, which this surface does not offer. */
const FIXED_HEADERS = { 'content-type': 'application/json', 'trpc-accept': 'application/json' };

/** The surface of TypeScript clients. A batch would be several calls under one sign, so it is refused. */
export function createTrpcSurface(dependencies: Dependencies, envelopes: Envelopes): Surface {
  async function handle(ctx: RequestContext, principal: Caller): Promise<void> {
    const { startedAt, describeFailure, rawBody } = ctx.state;
    if (queryValue(ctx, 'batch') !== undefined) throw batchRefused();
    if (ctx.method === 'POST') refuseQuery(ctx.querystring);
    let failure: Failure | undefined;
    const signal = disconnectSignal(ctx);
    const context: TrpcContext = {
      ...callOf(ctx, principal, dependencies),
      envelopes,
      startedAt,
      describeFailure(exception) {
        failure = describeFailure(exception);
        return failure;
      },
    };
    const response = await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: toFetchRequest(ctx, {
        body: rawBody.length === 0 ? '' : parseJsonBody(rawBody).plainText,
        search: plainSearch(ctx),
        headers: FIXED_HEADERS,
        signal,
      }),
      router: appRouter,
      createContext: () => context,
      allowBatching: false,
    });
    await writeFetchResponse(ctx, response);
    // tRPC has fewer statuses than the service has failures. A stream reports failures in its events.
    if (failure && Buffer.isBuffer(ctx.body)) ctx.status = failure.status;
  }

  const routes = procedures.map((procedure) => toRoute(procedure, handle));

  /** What to do about a path that names no procedure. @returns undefined when nothing is similar. */
  function remedyFor(path: string): string | undefined {
    if (path.startsWith(`${ENDPOINT}${ENDPOINT}/`))
      return `The path has ${ENDPOINT} twice: url of a client is the base URL alone, without ${ENDPOINT}.`;
    const nearest = findNearest(path, routes, (route) => route.path);
    return nearest && `Did you mean ${nearest.methods.join(' or ')} ${nearest.path}?`;
  }

  return {
    name: 'trpc',
    routes,
    root: ENDPOINT,
    // A batch names several procedures, separated by commas.
    unknownPath: (path) => (path.includes(',') ? batchRefused() : unknownProcedure(remedyFor(path))),
    writeFailure(ctx, failure) {
      const { type, message } = failure.error;
      const data = envelopes.extensions(failure, ctx.state.startedAt);
      ctx.status = failure.status;
      ctx.set('Content-Type', 'application/json');
      ctx.set('Cache-Control', 'no-store');
      ctx.body = JSON.stringify({ error: { message, code: rpcCodeOf(type), data } });
    },
  };
}

type NamedProcedure = readonly [name: string, procedure: AnyProcedure];

/**
 * Every procedure by its full name, `transactions.list`. At run time the record is flat, although its type is
 * nested.
 */
const procedures: readonly NamedProcedure[] = Object.entries<unknown>(appRouter._def.procedures).flatMap(
  ([name, procedure]) => (isProcedure(procedure) ? [[name, procedure] as const] : []),
);

function isProcedure(value: unknown): value is AnyProcedure {
  return typeof value === 'function' && '_def' in value;
}

function toRoute(
  [name, { _def }]: NamedProcedure,
  handle: (ctx: RequestContext, principal: Caller) => Promise<void>,
): Route {
  const shared = {
    path: `${ENDPOINT}/${name}`,
    methods: [_def.type === 'mutation' ? 'POST' : 'GET'],
    bodyTypes: ['application/json'],
    handle,
  };
  if (!name.startsWith('payments.')) return { ...shared, authentication: 'key' };
  const readToken = _def.type === 'subscription' ? readStreamToken : readBearerToken;
  return { ...shared, authentication: 'link', readToken };
}

/** The query. Its input follows the same rules as a body. @throws ServiceError when it is malformed, or for its keys. */
function plainSearch({ search, querystring }: RequestContext): string {
  const { input } = parseForm(querystring);
  if (input === undefined) return search;
  if (typeof input !== 'string') throw fieldError('input', fault('repeated'));
  const scan = scanJson(input);
  refuseKeys(scan);
  const { plainText } = scan;
  if (plainText === input) return search;
  const query = new URLSearchParams(querystring);
  query.set('input', plainText);
  return `?${query}`;
}

function batchRefused(): ServiceError {
  return fieldError('batch', fault('unwanted', 'is not possible: each call has its own sign. Use httpLink.'));
}

const BEARER = /^Bearer ([\w-]{1,128})$/i;

const connectionParams = z.object({ token: z.string() });

/**
 * Reads the token of a payment link from the Authorization header. No page of another origin can make a browser
 * send this header: CORS does not allow it.
 */
function readBearerToken(ctx: RequestContext): string | undefined {
  return BEARER.exec(ctx.get('Authorization'))?.[1];
}

/**
 * Reads the token of a stream also from tRPC's connection parameters: the EventSource of browsers sends no headers
 * of the page.
 */
function readStreamToken(ctx: RequestContext): string | undefined {
  return readBearerToken(ctx) ?? readConnectionParams(queryValue(ctx, 'connectionParams'));
}

function readConnectionParams(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return connectionParams.safeParse(JSON.parse(text)).data?.token;
  } catch {
    return undefined;
  }
}

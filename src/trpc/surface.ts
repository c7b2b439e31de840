import type { AnyProcedure } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { ServiceError, validationError } from '../domain/errors.ts';
import { clientGone, toFetchRequest, writeFetchResponse } from '../http/fetch.ts';
import { scanJson } from '../http/json.ts';
import type { RequestContext, Surface, Target } from '../http/surface.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Envelopes, Failure } from '../operations/envelope.ts';
import { RPC_CODES, unknownProcedure } from './errors.ts';
import type { TrpcContext } from './init.ts';
import { readBearerToken, readStreamToken } from './payment-token.ts';
import { appRouter } from './router.ts';

const ENDPOINT = '/trpc';

/** tRPC takes more types than this door does, which have been refused by then. */
const SETTLED = { 'content-type': 'application/json', 'trpc-accept': 'application/json' };

interface Procedure extends Target {
  readonly method: 'GET' | 'POST';
}

// Whatever its type says, its keys are whole paths.
const byName: Readonly<Record<string, AnyProcedure>> = Object(appRouter._def.procedures);
const procedures: ReadonlyMap<string, Procedure> = new Map(
  Object.entries(byName).map(([name, { _def }]) => {
    const route = `${ENDPOINT}/${name}`;
    const method = _def.type === 'mutation' ? 'POST' : 'GET';
    return [route, { route, method, acceptsPlainSign: false, ...credentialOf(name, _def.type) }];
  }),
);

function credentialOf(name: string, type: AnyProcedure['_def']['type']): Pick<Target, 'readPaymentToken'> {
  if (!name.startsWith('payments.')) return {};
  return { readPaymentToken: type === 'subscription' ? readStreamToken : readBearerToken };
}

/** The door of TypeScript clients. A batch would be several calls under one sign: there are none. */
export function createTrpcSurface(dependencies: Dependencies, envelopes: Envelopes): Surface {
  return {
    name: 'trpc',
    owns: (path) => path === ENDPOINT || path.startsWith(`${ENDPOINT}/`),
    bodyTypes: ['application/json'],
    locate,
    async handle(ctx) {
      const { startedAt, describeFailure } = ctx.state;
      const principal = ctx.state.principal ?? ctx.state.payer;
      if (!principal) throw new Error('a request reached its procedure without authentication');
      if (ctx.query.batch !== undefined) throw batchRefused();
      let failure: Failure | undefined;
      const context: TrpcContext = {
        principal,
        dependencies,
        envelopes,
        startedAt,
        describeFailure(exception) {
          failure = describeFailure(exception);
          return failure;
        },
      };
      const response = await fetchRequestHandler({
        endpoint: ENDPOINT,
        req: toFetchRequest(ctx, Request, {
          body: scanJson(ctx.state.rawBody.toString('utf8')).plainText,
          search: plainSearch(ctx),
          headers: SETTLED,
          signal: clientGone(ctx),
        }),
        router: appRouter,
        createContext: () => context,
        allowBatching: false,
      });
      await writeFetchResponse(ctx, response);
      // tRPC knows fewer statuses than there are failures. A stream has them in its events.
      if (failure && typeof ctx.body === 'string') ctx.status = failure.status;
    },
    writeFailure(ctx, failure) {
      const { type, message } = failure.error;
      const data = envelopes.extensions(failure, ctx.state.startedAt);
      ctx.status = failure.status;
      ctx.set('Content-Type', 'application/json');
      ctx.set('Cache-Control', 'no-store');
      ctx.body = JSON.stringify({ error: { message, code: RPC_CODES[type], data } });
    },
  };
}

function locate(method: string, path: string): Target {
  // Several names are how a batch is called.
  if (path.includes(',')) throw batchRefused();
  const procedure = procedures.get(path);
  if (!procedure) throw unknownProcedure();
  if (procedure.method === method) return procedure;
  throw new ServiceError('error_method_not_allowed', `This procedure takes ${procedure.method}.`, {
    allow: [procedure.method],
  });
}

/** The query, whose input is held to the same numbers as a body. */
function plainSearch({ search, querystring }: RequestContext): string {
  const query = new URLSearchParams(querystring);
  const input = query.get('input');
  if (input === null) return search;
  const { plainText } = scanJson(input);
  if (plainText === input) return search;
  query.set('input', plainText);
  return `?${query}`;
}

function batchRefused(): ServiceError {
  return validationError([
    { path: 'batch', message: 'batch is not possible: each call has a sign of its own. Use httpLink.' },
  ]);
}

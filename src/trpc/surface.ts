import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { toFetchRequest, writeFetchResponse } from '../http/fetch.ts';
import type { RequestContext, Surface, Target } from '../http/mount.ts';
import type { Envelopes, Failure } from '../operations/envelope.ts';
import type { Services } from '../operations/ports.ts';
import type { TrpcContext } from './init.ts';
import { appRouter } from './router.ts';

const ENDPOINT = '/trpc';
const UNKNOWN: Target = { route: `${ENDPOINT}/*`, acceptsPlainSign: false };
const targets = new Map(
  Object.keys(appRouter._def.procedures).map((name): [string, Target] => {
    const route = `${ENDPOINT}/${name}`;
    return [route, { route, acceptsPlainSign: false }];
  }),
);

export interface TrpcOptions {
  readonly services: Services;
  readonly envelopes: Envelopes;
  readonly report: (exception: unknown, errorId: string) => void;
}

/** The door of TypeScript clients. A batch would be several calls under one sign: there are none. */
export function createTrpcSurface({ services, envelopes, report }: TrpcOptions): Surface {
  return {
    name: 'trpc',
    owns: (path) => path.startsWith(`${ENDPOINT}/`),
    bodyTypes: ['application/json'],
    locate: (_method, path) => targets.get(path) ?? UNKNOWN,
    async handle(ctx) {
      const { principal, startedAt } = ctx.state;
      if (!principal) throw new Error('a request reached its procedure without authentication');
      let failure: Failure | undefined;
      const context: TrpcContext = {
        principal,
        services,
        envelopes,
        startedAt,
        report,
        onFailure: (reported) => {
          failure = reported;
        },
      };
      const response = await fetchRequestHandler({
        endpoint: ENDPOINT,
        req: toFetchRequest(ctx, Request),
        router: appRouter,
        createContext: () => context,
        allowBatching: false,
      });
      await writeFetchResponse(ctx, response);
      // tRPC knows fewer statuses than there are failures.
      if (failure) applyFailure(ctx, failure);
    },
    writeFailure(ctx, failure) {
      applyFailure(ctx, failure);
      const data = envelopes.extensions(failure, ctx.state.startedAt);
      ctx.set('Content-Type', 'application/json');
      ctx.body = JSON.stringify({ error: { message: failure.error.message, code: SERVER_ERROR, data } });
    },
  };
}

/** JSON-RPC's code for errors that are the server's own. */
const SERVER_ERROR = -32_000;

function applyFailure(ctx: RequestContext, { status, headers, error }: Failure): void {
  ctx.status = status;
  ctx.set(headers);
  ctx.state.errorType = error.type;
}

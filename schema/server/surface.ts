import { ServiceError } from '../../src/domain/errors.ts';
import { clientGone, toFetchRequest, writeFetchResponse } from '../../src/http/fetch.ts';
import type { Surface } from '../../src/http/surface.ts';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import type { Envelopes } from '../../src/operations/envelope.ts';
import { type Accepts, notAcceptable, readAccepts, readCall } from './request.ts';
import { createGraphqlServer } from './server.ts';

const ENDPOINT = '/graphql';
const TARGET = { route: ENDPOINT, acceptsPlainSign: false };
const METHODS: readonly string[] = ['GET', 'POST'];

export interface GraphqlOptions {
  readonly dependencies: Dependencies;
  readonly envelopes: Envelopes;
  /** Turns introspection and suggestions of names off. */
  readonly production: boolean;
}

/** The GraphQL surface, after GraphQL over HTTP. Batches are refused: one sign covers one call. */
export function createGraphqlSurface({ dependencies, envelopes, production }: GraphqlOptions): Surface {
  const yoga = createGraphqlServer({ endpoint: ENDPOINT, production });
  return {
    name: 'graphql',
    owns: (path) => path === ENDPOINT,
    bodyTypes: ['application/json'],
    locate(method) {
      if (METHODS.includes(method)) return TARGET;
      throw new ServiceError('error_method_not_allowed', 'GraphQL takes GET and POST.', { allow: METHODS });
    },
    async handle(ctx) {
      const { principal, startedAt, describeFailure } = ctx.state;
      if (!principal) throw new Error('a request reached its resolver without authentication');
      const accepts = readAccepts(ctx);
      if (!accepts.object && !accepts.stream) {
        this.writeFailure(ctx, describeFailure(notAcceptable('application/graphql-response+json')));
        ctx.status = 406;
        return;
      }
      const call = readCall(ctx);
      const headers = { accept: acceptHeader(accepts) };
      const request = toFetchRequest(ctx, yoga.fetchAPI.Request, { headers });
      const response = await yoga.fetch(request, {
        principal,
        dependencies,
        envelopes,
        startedAt,
        describeFailure,
        method: ctx.method,
        accepts,
        call,
        // The signal of the Fetch request is not used: an operation that has begun is finished without its client.
        signal: clientGone(ctx),
      });
      await writeFetchResponse(ctx, response);
    },
    writeFailure(ctx, failure) {
      const extensions = envelopes.extensions(failure, ctx.state.startedAt);
      ctx.status = failure.status;
      ctx.set('Content-Type', `${readAccepts(ctx).object ?? 'application/json'}; charset=utf-8`);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = JSON.stringify({ errors: [{ message: failure.error.message, extensions }] });
    },
  };
}

/** The Accept header for Yoga: the media types that were chosen. */
function acceptHeader({ object, stream }: Accepts): string {
  return [object, stream && 'text/event-stream'].filter(Boolean).join(', ');
}

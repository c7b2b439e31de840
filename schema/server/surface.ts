import { disconnectSignal, toFetchRequest, writeFetchResponse } from '../../src/http/fetch.ts';
import { callOf, type RequestContext, type Surface } from '../../src/http/surface.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import type { Envelopes, Failure } from '../../src/operations/envelope.ts';
import type { Principal } from '../../src/operations/permissions.ts';
import { type Accepts, notAcceptable, readAccepts, readCall } from './request.ts';
import { createGraphqlServer } from './server.ts';

const ENDPOINT = '/graphql';

interface GraphqlOptions {
  readonly dependencies: Dependencies;
  readonly envelopes: Envelopes;
  /** Disables introspection and suggestions of names. */
  readonly production: boolean;
}

/** The GraphQL surface, after GraphQL over HTTP. Batches are refused: one sign covers one call. */
export function createGraphqlSurface({ dependencies, envelopes, production }: GraphqlOptions): Surface {
  const yoga = createGraphqlServer({ endpoint: ENDPOINT, production });

  async function handle(ctx: RequestContext, principal: Principal): Promise<void> {
    const { startedAt, describeFailure } = ctx.state;
    const accepts = readAccepts(ctx);
    if (!accepts.object && !accepts.stream) {
      writeFailure(ctx, describeFailure(notAcceptable('application/graphql-response+json')));
      ctx.status = 406;
      return;
    }
    const call = readCall(ctx);
    const headers = { accept: acceptHeader(accepts) };
    const request = toFetchRequest(ctx, { headers });
    const response = await yoga.handleRequest(request, {
      state: {
        ...callOf(ctx, principal, dependencies),
        envelopes,
        startedAt,
        describeFailure,
        method: ctx.method,
        accepts,
        call,
        // The signal of the Fetch request is not used: an operation that has begun is finished without its client.
        signal: disconnectSignal(ctx),
      },
    });
    await writeFetchResponse(ctx, response);
  }

  function writeFailure(ctx: RequestContext, failure: Failure): void {
    const extensions = envelopes.extensions(failure, ctx.state.startedAt);
    ctx.status = failure.status;
    ctx.set('Content-Type', `${readAccepts(ctx).object ?? 'application/json'}; charset=utf-8`);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = JSON.stringify({ errors: [{ message: failure.error.message, extensions }] });
  }

  return {
    name: 'graphql',
    root: ENDPOINT,
    unknownPath,
    routes: [
      {
        path: ENDPOINT,
        methods: ['GET', 'POST'],
        authentication: 'key',
        bodyTypes: ['application/json'],
        handle,
      },
    ],
    writeFailure,
  };
}

/** The failure of a path below the endpoint. It repeats nothing of the path. */
function unknownPath(): ServiceError {
  return new ServiceError(
    'error_route_not_found',
    `There is no such route. GraphQL is at ${ENDPOINT} alone.`,
  );
}

/** The Accept header for Yoga: the media types that were chosen. */
function acceptHeader({ object, stream }: Accepts): string {
  return [object, stream && 'text/event-stream'].filter(Boolean).join(', ');
}

import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { createYoga } from 'graphql-yoga';
import { toFetchRequest, writeFetchResponse } from '../src/http/fetch.ts';
import type { Surface } from '../src/http/mount.ts';
import type { Envelopes, Failure } from '../src/operations/envelope.ts';
import type { Services } from '../src/operations/ports.ts';
import { LIMITS } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { presentErrors } from './errors.ts';
import { schema } from './index.ts';

const ENDPOINT = '/graphql';
const TARGET = { route: ENDPOINT, acceptsPlainSign: false };

export interface GraphqlOptions {
  readonly services: Services;
  readonly envelopes: Envelopes;
  readonly report: (exception: unknown, errorId: string) => void;
  /** Whether clients may ask what the schema is. */
  readonly introspection: boolean;
}

/** The door of dashboards. Follows GraphQL over HTTP; a batch would be several calls under one sign. */
export function createGraphqlSurface({
  services,
  envelopes,
  report,
  introspection,
}: GraphqlOptions): Surface {
  const yoga = createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: ENDPOINT,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    multipart: false,
    plugins: [
      useCSRFPrevention({ requestHeaders: ['appkey'] }),
      maxTokensPlugin({ n: LIMITS.tokens }),
      maxAliasesPlugin({ n: LIMITS.aliases }),
      maxDirectivesPlugin({ n: LIMITS.directives }),
      presentErrors(introspection),
    ],
  });

  return {
    name: 'graphql',
    owns: (path) => path === ENDPOINT,
    bodyTypes: ['application/json'],
    locate: () => TARGET,
    async handle(ctx) {
      const { principal, startedAt } = ctx.state;
      if (!principal) throw new Error('a request reached its resolver without authentication');
      const request = toFetchRequest(ctx, yoga.fetchAPI.Request);
      const failures: Failure[] = [];
      const response = await yoga.fetch(request, {
        principal,
        services,
        envelopes,
        startedAt,
        report,
        signal: request.signal,
        onFailure: (failure) => failures.push(failure),
      });
      await writeFetchResponse(ctx, response);
      const [first] = failures;
      if (first) ctx.state.errorType = first.error.type;
    },
    writeFailure(ctx, failure) {
      const extensions = envelopes.extensions(failure, ctx.state.startedAt);
      ctx.status = failure.status;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.body = JSON.stringify({ errors: [{ message: failure.error.message, extensions }] });
    },
  };
}

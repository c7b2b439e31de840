import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { createLRUCache, createYoga, type YogaServerInstance } from 'graphql-yoga';
import { schema } from '../index.ts';
import { boundDocuments } from './bounds.ts';
import type { GraphqlContext } from './context.ts';
import { presentErrors } from './errors.ts';
import { followProtocol } from './protocol.ts';

/** The number of parsed and validated documents in the cache. Clients repeat a few documents. */
const CACHED_DOCUMENTS = 200;
/** Invalid documents are not cached. */
const NO_CACHE = { get: () => undefined, set: () => undefined };

/** The GraphQL server. surface.ts handles HTTP before it. */
export function createGraphqlServer({
  endpoint,
  production,
}: {
  readonly endpoint: string;
  readonly production: boolean;
}): YogaServerInstance<GraphqlContext, GraphqlContext> {
  return createYoga<GraphqlContext, GraphqlContext>({
    schema,
    graphqlEndpoint: endpoint,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    maxRequestBodySize: false,
    multipart: false,
    parserAndValidationCache: {
      documentCache: createLRUCache({ max: CACHED_DOCUMENTS }),
      errorCache: NO_CACHE,
    },
    plugins: [
      useCSRFPrevention({ requestHeaders: ['appkey'] }),
      followProtocol(),
      boundDocuments(),
      presentErrors(!production),
    ],
  });
}

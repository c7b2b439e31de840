import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { createLRUCache, createYoga, type YogaServerInstance } from 'graphql-yoga';
import { schema } from '../index.ts';
import { boundDocuments } from './bounds.ts';
import type { GraphqlContext } from './context.ts';
import { presentErrors } from './errors.ts';
import { followProtocol } from './protocol.ts';

/** Documents that are kept parsed and checked: clients send few different ones, again and again. */
const KEPT_DOCUMENTS = 200;
/** Documents with mistakes are not worth keeping. */
const NOTHING = { get: () => undefined, set: () => undefined };

/** The GraphQL server behind the door. What HTTP is about stands before it: see surface.ts. */
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
      documentCache: createLRUCache({ max: KEPT_DOCUMENTS }),
      errorCache: NOTHING,
    },
    plugins: [
      useCSRFPrevention({ requestHeaders: ['appkey'] }),
      followProtocol(),
      boundDocuments(),
      presentErrors(!production),
    ],
  });
}

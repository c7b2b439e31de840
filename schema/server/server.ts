import { type DocumentNode, getOperationAST } from 'graphql';
import { createLRUCache, createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { fieldError, ServiceError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import { schema } from '../index.ts';
import { boundDocuments } from './bounds.ts';
import type { GraphqlContext, GraphqlState } from './context.ts';
import { presentErrors } from './errors.ts';
import { notAcceptable } from './request.ts';

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
    plugins: [followProtocol(), boundDocuments(), presentErrors(!production)],
  });
}

/**
 * Runs the call that was read from the request. First it checks that the call names one operation, and that the
 * HTTP method and the Accept header allow it.
 */
function followProtocol(): Plugin<GraphqlContext, GraphqlContext> {
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      setRequestParser(() => ({ ...serverContext.state.call }));
    },
    onParse:
      () =>
      ({ result, context }) => {
        if (!(result instanceof Error)) checkOperation(result, context.state);
      },
  };
}

function checkOperation(document: DocumentNode, { call, method, accepts }: GraphqlState): void {
  const kind = getOperationAST(document, call.operationName)?.operation;
  if (!kind)
    throw fieldError(
      'operationName',
      fault('unknown_id', 'must be the name of one operation of the document.'),
    );
  if (kind === 'mutation' && method === 'GET')
    throw new ServiceError('error_method_not_allowed', 'A mutation takes POST.', { allow: ['POST'] });
  if (kind === 'subscription' && !accepts.stream) throw notAcceptable('text/event-stream');
}

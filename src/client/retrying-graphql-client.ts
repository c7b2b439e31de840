import { createPlainGraphqlClient, type GraphqlClient } from './graphql-client.ts';
import { type ClientOptions, createFetches } from './retrying-fetch.ts';

/**
 * Creates a client that sends signed queries and mutations over GraphQL. Queries are sent again after a temporary
 * failure; a document with the word mutation is sent once.
 * @throws TypeError when `url` is not an absolute http or https URL, or a limit is not positive.
 */
export function createGraphqlClient(options: ClientOptions): GraphqlClient {
  const { retryingFetch } = createFetches(options);
  return createPlainGraphqlClient(options, (url, init, document) =>
    retryingFetch(url, init, !/\bmutation\b/.test(document)),
  );
}

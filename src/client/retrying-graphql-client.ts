import {
  createPlainGraphqlClient,
  type GraphqlClient,
  type GraphqlResponse,
  parseJson,
} from './graphql-client.ts';
import { type ClientOptions, createFetches, TEMPORARY_STATUSES } from './retrying-fetch.ts';

/**
 * Creates a client that sends signed queries and mutations over GraphQL. Queries are sent again after a temporary
 * failure; a document with the word mutation is sent once.
 * @throws TypeError when `url` is not an absolute http or https URL, or a limit is not positive.
 */
export function createGraphqlClient(options: ClientOptions): GraphqlClient {
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const { retryingFetch } = createFetches({
    ...options,
    fetch: async (url, init) => withStatusOfErrors(await fetch(url, init)),
  });
  return createPlainGraphqlClient(options, (url, init, document) =>
    retryingFetch(url, init, !/\bmutation\b/.test(document)),
  );
}

/** A field that fails leaves the HTTP status 200. If all errors are temporary, the response gets the status of the first. */
async function withStatusOfErrors(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const { headers } = response;
  const body = await response.text();
  return new Response(body, { status: temporaryStatusOf(body) ?? 200, headers });
}

function temporaryStatusOf(body: string): number | undefined {
  if (!body.includes('"errors"')) return undefined;
  const errors = parseJson<GraphqlResponse<unknown>>(body)?.errors ?? [];
  const statuses = errors.map(({ extensions }) => Number(extensions?.status));
  return statuses.every((status) => TEMPORARY_STATUSES.includes(status)) ? statuses[0] : undefined;
}

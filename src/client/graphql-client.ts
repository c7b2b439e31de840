import { type Failure, failureOf } from './failure.ts';
import { foreignAnswer } from './foreign-answer.ts';
import { createUrlFetch, endpoint, type ServiceOptions, type SignedRequestInit } from './signed-fetch.ts';

/** A document with the types of its result and variables, as codegen generates it with `documentMode: 'string'`. */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  __apiType?: (variables: Variables) => Result;
}

/** One error of a GraphQL response. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Thrown when a response has errors. `data` is the first failure, as in the errors of the tRPC client. */
export class GraphqlRequestError extends Error {
  readonly errors: readonly GraphqlError[];
  readonly data: Failure | undefined;
  /** The `data` of the response, with the results of the commands that did not fail; undefined if nothing ran. */
  readonly result: unknown;

  constructor(errors: readonly GraphqlError[], result?: unknown) {
    super(errors[0]?.message ?? 'The response has an empty list of errors.');
    this.name = 'GraphqlRequestError';
    this.errors = errors;
    this.result = result;
    this.data = failureOf(Object.assign(new Error(), { data: errors[0]?.extensions }));
  }
}

/**
 * The result of a document without errors. A field of a mutation is null only if it has failed, so none is null here.
 * Mutations are recognized by `__typename`, which codegen writes unless `skipTypename` is set.
 */
export type WithoutErrors<Result> = Result extends { readonly __typename?: infer Name }
  ? NonNullable<Name> extends 'Mutation'
    ? { [Field in keyof Result as Exclude<Field, '__typename'>]-?: NonNullable<Result[Field]> }
    : Result
  : Result;

/** Makes the variables optional for a document that requires none. */
type VariablesOf<Variables> = Record<string, never> extends Variables ? [variables?: Variables] : [Variables];

export interface GraphqlClient {
  /**
   * Sends a query or a mutation. @returns the `data` of the response.
   * @throws GraphqlRequestError when the response has errors.
   */
  request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...variables: VariablesOf<Variables>
  ): Promise<WithoutErrors<Result>>;
}

/** Sends a request with a document. */
type Send = (url: string, init: SignedRequestInit, document: string) => Promise<Response>;

/**
 * Creates a client that sends signed queries and mutations over GraphQL, each of them once.
 * @throws TypeError when `url` is not an absolute http or https URL.
 */
export function createPlainGraphqlClient(
  options: ServiceOptions,
  send: Send = createUrlFetch(options),
): GraphqlClient {
  const url = endpoint(options.url, '/graphql');
  return {
    async request(document, ...[variables]) {
      const query = document.toString();
      const init = {
        method: 'POST',
        headers: {
          accept: 'application/graphql-response+json, application/json;q=0.9',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query, variables }),
      };
      return readResponse(await send(url, init, query), options.url);
    },
  };
}

export interface GraphqlResponse<Result> {
  readonly data?: Result;
  readonly errors?: readonly GraphqlError[];
}

async function readResponse<Result>(response: Response, baseUrl: string): Promise<Result> {
  const body = parseJson<GraphqlResponse<Result>>(await response.text());
  if (body?.errors) throw new GraphqlRequestError(body.errors, body.data);
  if (body?.data !== undefined) return body.data;
  throw foreignAnswer(baseUrl, response.status);
}

/** @returns null for a text that is not JSON. */
export function parseJson<T>(text: string): T | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

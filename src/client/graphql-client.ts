import { type Failure, failureOf } from './failure.ts';
import { type ClientOptions, createSignedFetch, endpoint } from './signed-fetch.ts';

/** A document with the types of its result and variables, as codegen makes it with `documentMode: 'string'`. */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  __apiType?: (variables: Variables) => Result;
}

/** One error of a GraphQL answer. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Thrown when an answer has errors: `data` is the first failure, as a tRPC client's errors carry it. */
export class GraphqlRequestError extends Error {
  readonly errors: readonly GraphqlError[];
  readonly data: Failure | undefined;

  constructor(errors: readonly GraphqlError[]) {
    super(errors[0]?.message ?? 'The answer has errors without any.');
    this.name = 'GraphqlRequestError';
    this.errors = errors;
    this.data = failureOf(Object.assign(new Error(), { data: errors[0]?.extensions }));
  }
}

/** Variables may be left out where a document has none that are required. */
type VariablesOf<Variables> = Record<string, never> extends Variables ? [variables?: Variables] : [Variables];

export interface GraphqlClient {
  /**
   * Asks the service. @returns the answer's `data`.
   * @throws GraphqlRequestError when the answer has errors.
   */
  request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...variables: VariablesOf<Variables>
  ): Promise<Result>;
}

/**
 * Makes a client for queries and mutations over GraphQL, each signed.
 * @throws TypeError when the url is not a whole http or https URL.
 */
export function createGraphqlClient(options: ClientOptions): GraphqlClient {
  const url = endpoint(options.url, '/graphql');
  const signedFetch = createSignedFetch(options);
  return {
    async request(document, ...[variables]) {
      const response = await signedFetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/graphql-response+json, application/json;q=0.9',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query: document.toString(), variables }),
      });
      return readAnswer(response);
    },
  };
}

async function readAnswer<Result>(response: Response): Promise<Result> {
  const answer = parse<Result>(await response.text());
  if (answer?.errors) throw new GraphqlRequestError(answer.errors);
  if (answer?.data !== undefined) return answer.data;
  throw new Error(`The answer with status ${response.status} is not of the service.`);
}

function parse<Result>(text: string): { data?: Result; errors?: readonly GraphqlError[] } | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

import { MAX_BODY_BYTES } from '../../src/http/limits.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import { ADMIN, call, type TestService } from '../harness.ts';
import { CANARIES, inputsOf } from './canaries.ts';
import { everyNth } from './long.ts';
import { OPERATIONS } from './operations.ts';
import { SURFACES } from './surfaces.ts';

/** One response to a request that held a canary. */
export interface Seen {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** The canaries for every operation of every surface that offers it. The short form has a sample of them. */
export const OPERATION_CALLS = OPERATIONS.flatMap((operation, place) => {
  const offering = SURFACES.filter(({ offers }) => offers(operation.name));
  return offering.map((surface, at) => {
    const inputs = [...inputsOf(operation)];
    return {
      surface,
      operation: operation.name,
      inputs: everyNth(24 * offering.length, inputs, { from: 24 * at + place }),
    };
  });
});

/** Sends them all. */
export async function* throughOperations(service: TestService): AsyncGenerator<Seen> {
  for (const { surface, operation, inputs } of OPERATION_CALLS)
    for (const input of inputs)
      yield {
        what: `${surface.name} ${operation}`,
        ...(await surface.run(service, { operation, input, as: ADMIN })),
      };
}

interface RawCall {
  readonly target: string;
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(service: TestService, { target, ...request }: RawCall) {
  return call(service, target, { ...request, as: ADMIN, sign: 'timed' });
}

/** The canaries in paths and queries, as names and as values. */
export async function* throughTargets(service: TestService, page: string): AsyncGenerator<Seen> {
  const others = ['/', '/trpc', '/graphql', '/pay', '/console', '/assets', page];
  const paths = [...new Set([...routes.map(({ path }) => path), ...others])];
  for (const [at, canary] of CANARIES.entries()) {
    const escaped = encodeURIComponent(canary);
    // The short form has each path with one of the canaries.
    for (const path of everyNth(CANARIES.length, paths, { from: at })) {
      const base = path.replace(/:\w+/, escaped);
      const queries = [`?${escaped}=${escaped}`, `?a=${escaped}&${escaped}=%ff`, ''];
      const targets = [`${base}/${escaped}`, ...queries.map((query) => base + query)];
      const requests = targets.flatMap((target) =>
        ['GET', 'POST', 'DELETE'].map((method) => ({ target, method })),
      );
      // The short form sends two of the twelve, and different ones for the next path.
      for (const { target, method } of everyNth(7, requests, { from: paths.indexOf(path) })) {
        const body = method === 'POST' && { body: `${canary}=${canary}` };
        yield { what: `${method} ${path}`, ...(await send(service, { target, method, ...body })) };
      }
    }
  }
}

const HEADERS =
  `appKey sign content-type content-encoding user-agent authorization cookie referer accept accept-language
  x-request-id x-forwarded-for x-forwarded-host origin forwarded last-event-id`.split(/\s+/);

const NO_KEY = ['appKey', ''] as const;

/** The canaries in headers, and in the bodies of these requests. */
export async function* throughHeaders(service: TestService): AsyncGenerator<Seen> {
  for (const canary of CANARIES)
    for (const [name, value] of [...HEADERS.map((header) => [header, canary] as const), NO_KEY]) {
      const headers = { [name]: value };
      const request = { target: '/v1/transactions/deposit', method: 'POST', body: `a=${canary}`, headers };
      yield { what: `header ${name}`, ...(await send(service, request)) };
    }
}

/** The canaries in broken bodies, in long ones, and in bodies of another type than declared. */
export async function* throughBodies(service: TestService): AsyncGenerator<Seen> {
  const targets = ['/v1/transactions/deposit', '/graphql', '/trpc/deposits.create'];
  for (const [at, canary] of CANARIES.entries())
    for (const target of everyNth(targets.length, targets, { from: at }))
      for (const body of [
        `{"${canary}":1,"${canary}":2}`,
        `{"a":"${canary}`,
        `"${canary}"`,
        `["${canary}"]`,
        canary,
        `${canary}=%ff`,
        canary.repeat(MAX_BODY_BYTES / canary.length + 1),
      ])
        for (const contentType of ['application/json', 'application/x-www-form-urlencoded', canary]) {
          const options = { body, contentType, as: ADMIN, sign: 'timed' } as const;
          yield { what: `body of ${target}`, ...(await call(service, target, options)) };
        }
}

const documentsOf = (canary: string) => [
  canary,
  `{ ${canary} }`,
  `{ transaction(id: "${canary}") { ${canary} } }`,
  `{ transaction(id: ${JSON.stringify([canary])}) { name } }`,
  `{ banks(${canary}: "${canary}") { name } }`,
  `query ($a: ${canary}) { banks { name } }`,
  `query ($${canary}: String) { banks { name } }`,
  `{ ...${canary} }`,
  `{ banks @${canary} { name } }`,
  `mutation { createDeposit(input: { amount: "${canary}", ${canary}: 1 }) { status } }`,
  `{ transactions(filter: { status: ${canary} }) { nodes { name } } }`,
  `"""${canary}`,
];

/** The canaries in GraphQL documents, as names of operations and in variables. */
export async function* throughDocuments(service: TestService): AsyncGenerator<Seen> {
  for (const [turn, canary] of CANARIES.entries()) {
    const ways = [{}, { operationName: canary }, { variables: { [canary]: canary } }, { variables: canary }];
    const documents = [...documentsOf(canary.replaceAll(' ', '_')), ...documentsOf(canary)];
    // The short form has each document with one of the canaries.
    const chosen = everyNth(CANARIES.length, [...documents.entries()], { from: turn });
    for (const [at, query] of chosen)
      for (const more of everyNth(ways.length, ways, { from: at })) {
        const options = { json: { query, ...more }, as: ADMIN, sign: 'timed' } as const;
        yield { what: 'document', ...(await call(service, '/graphql', options)) };
      }
  }
}

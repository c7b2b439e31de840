import { createEnvelopes, toFailure } from '../../src/operations/envelope.ts';
import { execute } from '../../src/operations/operation.ts';
import { principalOf } from '../../src/operations/permissions.ts';
import { fieldReader } from '../../src/operations/text.ts';
import { version } from '../../src/service/version.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import { type ApiResponse, type CallOptions, OPERATOR, type TestService } from '../harness.ts';
import { TEST_ORIGIN } from './app-context.ts';
import { expectDescribed } from './openapi.ts';

const envelopes = createEnvelopes(version);

const CALLS = routes
  .filter(({ givesFile }) => !givesFile)
  // A path without parameters is meant before a pattern that it also matches.
  .sort((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
  .map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    readText: fieldReader(route.operation.input),
  }));

interface Asked {
  readonly path: string;
  readonly query: string;
  readonly body: CallOptions['body'] | undefined;
  readonly json: unknown;
}

/** The input of an operation as REST reads it. */
function inputOf({ pattern, readText, takesFile }: (typeof CALLS)[number], asked: Asked) {
  const { path, query, body, json } = asked;
  const inQuery = readText(Object.fromEntries(new URLSearchParams(query)));
  const inPath = pattern.exec(path)?.groups;
  // The reader releases the memory of a file.
  if (takesFile) return { ...inQuery, ...inPath, bytes: new Uint8Array(body as Uint8Array) };
  const fields = json ?? readText({ ...(body as Readonly<Record<string, string>>) });
  return Object.assign(inQuery, fields, inPath);
}

/**
 * Runs the operation of a REST call without HTTP. HTTP and signs cost more than most operations, and have their own
 * tests.
 * @returns the response of REST; undefined for calls that need HTTP, such as a download.
 */
export async function answerWithoutHttp(
  { dependencies, logLines }: Pick<TestService, 'dependencies' | 'logLines'>,
  target: string,
  { as = OPERATOR, headers, body, json, method = body || json ? 'POST' : 'GET' }: CallOptions = {},
): Promise<ApiResponse | undefined> {
  const [path = '', query = ''] = target.split('?');
  const found = CALLS.find((call) => call.method === method && call.pattern.test(path));
  const client = await dependencies.clients.findByAppKey(as.appKey);
  if (!found || !client || headers) return undefined;
  const startedAt = performance.now();
  const call = { principal: principalOf(client), origin: TEST_ORIGIN, dependencies };
  const envelope = await execute(found.operation, call, inputOf(found, { path, query, body, json })).then(
    (data) => envelopes.success(data, startedAt),
    (error: unknown) => {
      const failure = toFailure(error, (exception) => void logLines.push(String(exception)));
      return envelopes.failure(failure, startedAt);
    },
  );
  const text = JSON.stringify(envelope);
  const answered: ApiResponse = {
    status: envelope.status,
    headers: new Headers(),
    text,
    json: JSON.parse(text),
  };
  expectDescribed({ method, target, status: answered.status, json: answered.json });
  return answered;
}

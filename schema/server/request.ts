import { parseForm } from '../../src/http/form.ts';
import { parseJsonBody, problemsOfKeys } from '../../src/http/json.ts';
import { scanJson } from '../../src/http/json-scan.ts';
import type { RequestContext } from '../../src/http/surface.ts';
import { bodyError, ServiceError, validationError } from '../../src/kernel/errors.ts';
import { type Fault, type FieldProblem, fault, fieldProblem } from '../../src/kernel/problems.ts';

/** The parameters of a request (GraphQL over HTTP, section "Request Parameters"). */
export interface GraphqlCall {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const JSON_TYPE = 'application/json';
const RESPONSE_TYPE = 'application/graphql-response+json';
const STREAM_TYPE = 'text/event-stream';

/** The media types that the client accepts for a response. */
export interface Accepts {
  /** The media type of a response that is one JSON object; undefined when the client accepts none. */
  readonly object: typeof JSON_TYPE | typeof RESPONSE_TYPE | undefined;
  /** True if the client accepts an event stream. */
  readonly stream: boolean;
}

/** Reads the Accept header. */
export function readAccepts(ctx: RequestContext): Accepts {
  // A client without the header gets the current media type. Older clients send `*/*`.
  if (ctx.get('Accept') === '') return { object: RESPONSE_TYPE, stream: true };
  const object = [JSON_TYPE, RESPONSE_TYPE] as const;
  const chosen = ctx.accepts(object.map(withCharset));
  return {
    object: object.find((type) => withCharset(type) === chosen),
    stream: ctx.accepts(withCharset(STREAM_TYPE)) !== false,
  };
}

/** Every response is in UTF-8, so a client may ask for it. */
function withCharset(type: string): string {
  return `${type}; charset=utf-8`;
}

/** The failure for a client that accepts no media type of the response; HTTP status 406. */
export function notAcceptable(mediaTypes: string): ServiceError {
  return new ServiceError('error_unsupported_media_type', `Accept ${mediaTypes}.`);
}

const NO_STRING = fault('wrong_type', { expected: 'a string' });
const NO_OBJECT = fault('wrong_type', { expected: 'an object' });

/**
 * Reads the parameters from the body of a POST or the query string of a GET. Unknown parameters are ignored.
 * @throws ServiceError error_validation when the request is not well-formed after GraphQL over HTTP.
 */
export function readCall(ctx: RequestContext): GraphqlCall {
  const { query, operationName, variables, extensions } =
    ctx.method === 'GET' ? readQuery(ctx.querystring) : readBody(ctx);
  const problems: FieldProblem[] = [];
  const check = (path: string, ok: boolean, found: Fault) => {
    if (!ok) problems.push(fieldProblem(path, found));
  };
  const isText = typeof query === 'string';
  check('query', isText, query == null ? fault('required') : NO_STRING);
  check('operationName', operationName == null || typeof operationName === 'string', NO_STRING);
  check('variables', variables == null || isObject(variables), NO_OBJECT);
  check('extensions', extensions == null || isObject(extensions), NO_OBJECT);
  if (problems.length > 0 || !isText) throw validationError(problems);
  return {
    query,
    ...(typeof operationName === 'string' && operationName !== '' && { operationName }),
    ...(isObject(variables) && { variables }),
  };
}

type Parameters = Readonly<Record<string, unknown>>;

function readBody(ctx: RequestContext): Parameters {
  const { rawBody } = ctx.state;
  const body = rawBody.length === 0 ? undefined : parseJsonBody(rawBody).value;
  if (Array.isArray(body)) throw bodyError('The body must be one JSON object. Requests cannot be batched.');
  if (isObject(body)) return body;
  throw bodyError('The body must be one JSON object with a query.');
}

function readQuery(querystring: string): Parameters {
  const given = parseForm(querystring);
  const problems: FieldProblem[] = [];
  const read = (path: string, parse: (text: string) => unknown) => {
    const text = given[path];
    if (Array.isArray(text)) problems.push(fieldProblem(path, fault('repeated')));
    if (!text || Array.isArray(text)) return undefined;
    try {
      return parse(text);
    } catch {
      problems.push(fieldProblem(path, fault('malformed', 'must be a JSON object.')));
      return undefined;
    }
  };
  const readJson = (path: string) =>
    read(path, (text) => {
      const scan = scanJson(text);
      const value: unknown = JSON.parse(scan.plainText);
      problems.push(...problemsOfKeys(scan, [path]));
      return value;
    });
  const parameters = {
    query: read('query', String),
    operationName: read('operationName', String),
    variables: readJson('variables'),
    extensions: readJson('extensions'),
  };
  if (problems.length > 0) throw validationError(problems);
  return parameters;
}

function isObject(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

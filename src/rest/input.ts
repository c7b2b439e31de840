import { validationError } from '../domain/errors.ts';
import { FORM_TYPE, parseForm } from '../http/form.ts';
import { scanJson, withPlainNumbers } from '../http/json.ts';
import type { RequestContext } from '../http/surface.ts';
import type { ReadFields } from '../operations/text.ts';
import type { RestTarget } from './locate.ts';

type Fields = Record<string, unknown>;

/**
 * Reads the input of an operation out of a request: its path, and its query or its body.
 * @throws ServiceError error_validation for what is no object of fields, and for a field that is given twice in JSON.
 */
export function readInput(ctx: RequestContext, { params, readText }: RestTarget): Fields {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return Object.assign(readBody(ctx, readText), params);
  // A path that names one thing leaves nothing to ask for in the query.
  return Object.keys(params).length > 0 ? { ...params } : readText(parseForm(ctx.querystring));
}

function readBody(ctx: RequestContext, readText: ReadFields): Fields {
  const { rawBody, mediaType } = ctx.state;
  if (rawBody.length === 0) return {};
  if (mediaType === FORM_TYPE) return readText(asFields(ctx.request.body));
  const text = rawBody.toString('utf8');
  const scan = scanJson(text);
  const input = asFields(withPlainNumbers(ctx.request.body, text, scan));
  refuseRepeated(scan.repeatedKeys);
  return input;
}

function asFields(body: unknown): Fields {
  if (isFields(body)) return body;
  throw validationError([{ path: 'body', message: 'The body must be one JSON object.' }]);
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function refuseRepeated(names: readonly string[]): void {
  if (names.length === 0) return;
  const problem = (path: string) => ({ path, message: `${path} was given more than once. Send it once.` });
  throw validationError(names.map(problem));
}

import { FORM_TYPE, parseForm, parseFormBody, refuseMisplaced, refuseQuery } from '../../http/form.ts';
import { parseJsonBody } from '../../http/json.ts';
import type { RequestContext } from '../../http/surface.ts';
import { bodyError, fieldError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';
import { isLenient } from '../../operations/fields.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ReadFields } from '../../operations/text.ts';

type Fields = Record<string, unknown>;

/**
 * Reads the input of an operation out of the path, and the query or the body.
 * @param readText converts the text fields of a form or a query to the types of the operation's input.
 * @throws ServiceError error_validation if the body is not one object, or repeats a key, and for fields elsewhere.
 */
export function readInput(ctx: RequestContext, operation: Operation, readText: ReadFields): Fields {
  const { params } = ctx.state;
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    if (!isLenient(operation.input)) refuseQuery(ctx.querystring);
    return Object.assign(readBody(ctx, readText), params);
  }
  const query = parseForm(ctx.querystring);
  const inPath = Object.keys(params).filter((name) => Object.hasOwn(query, name));
  refuseMisplaced(inPath, 'is a part of the path. Send it there only.');
  return Object.assign(readText(query), params);
}

/** Reads the input of an operation on a file: its bytes, and the rest out of the query. */
export function readFileInput(ctx: RequestContext, readText: ReadFields): Fields {
  const query = parseForm(ctx.querystring);
  if (Object.hasOwn(query, 'bytes'))
    throw fieldError('bytes', fault('misplaced', 'is the body of the request. Send it there only.'));
  return Object.assign(readText(query), { bytes: ctx.state.rawBody });
}

function readBody(ctx: RequestContext, readText: ReadFields): Fields {
  const { rawBody, mediaType } = ctx.state;
  if (rawBody.length === 0) return {};
  if (mediaType === FORM_TYPE) return readText(parseFormBody(rawBody));
  return asFields(parseJsonBody(rawBody).value);
}

function asFields(body: unknown): Fields {
  if (isFields(body)) return body;
  throw bodyError('The body must be one JSON object.');
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

import { FORM_TYPE, parseForm, parseFormBody, refuseMisplaced, refuseQuery } from '../../http/form.ts';
import { parseJsonBody } from '../../http/json.ts';
import {
  callOf,
  type KeyRoute,
  type RequestContext,
  type Surface,
  writeEnvelope,
} from '../../http/surface.ts';
import { bodyError, fieldError, ServiceError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import type { Envelopes } from '../../operations/envelope.ts';
import { describeIgnored } from '../../operations/field-problems.ts';
import { isLenient } from '../../operations/fields.ts';
import type { OutputFile } from '../../operations/file-out.ts';
import { execute, type Operation } from '../../operations/operation.ts';
import { fieldReader, type ReadFields } from '../../operations/text.ts';
import { type OperationRoute, routes } from './routes.ts';
import { unknownPath } from './unknown-path.ts';

type Fields = Record<string, unknown>;

/**
 * Reads the input of an operation out of the path, and the query or the body.
 * @param readText converts the text fields of a form or a query to the types of the operation's input.
 * @throws ServiceError error_validation if the body is not one object, or repeats a key, and for fields elsewhere.
 */
function readInput(ctx: RequestContext, operation: Operation, readText: ReadFields): Fields {
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
function readFileInput(ctx: RequestContext, readText: ReadFields): Fields {
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

/** Below it even a browser gets JSON for a path that matches no route. */
const ROOT = '/v1';
const BODY_TYPES = [FORM_TYPE, 'application/json'];

/** The REST surface: forms or JSON in, the JSON envelope out. */
export function createRestSurface(dependencies: Dependencies, envelopes: Envelopes): Surface {
  function toRoute(route: OperationRoute): KeyRoute {
    const { method, path, operation, acceptsPlainSign, takesFile, givesFile } = route;
    const readText = fieldReader(operation.input);
    return {
      path,
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
      authentication: 'key',
      acceptsPlainSign,
      ...(takesFile ? { takesFileFor: operation } : { bodyTypes: BODY_TYPES }),
      async handle(ctx, principal) {
        const input = takesFile ? readFileInput(ctx, readText) : readInput(ctx, operation, readText);
        const call = callOf(ctx, principal, dependencies);
        const data = await execute(operation, call, input).catch((error: unknown) => {
          throw takesFile ? error : aboutQuery(error, ctx);
        });
        if (isLenient(operation.input)) warnOfIgnored(ctx, describeIgnored(operation.input, input));
        if (givesFile) writeFile(ctx, data as OutputFile);
        else writeEnvelope(ctx, 200, envelopes.success(data, ctx.state.startedAt));
      },
    };
  }

  return {
    name: 'rest',
    root: ROOT,
    unknownPath,
    routes: routes.map(toRoute),
    writeFailure(ctx, failure) {
      writeEnvelope(ctx, failure.status, envelopes.failure(failure, ctx.state.startedAt));
    },
  };
}

function writeFile(ctx: RequestContext, { name, mediaType, sha256, bytes }: OutputFile): void {
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('ETag', `"${sha256}"`);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', mediaType);
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = Buffer.from(bytes);
}

/** 299 is a persistent warning of no special kind (RFC 7234 §5.5). Field names have no quotes, so nothing is escaped. */
function warnOfIgnored(ctx: RequestContext, warning: string | undefined): void {
  if (warning !== undefined) ctx.set('Warning', `299 - "${warning}"`);
}

/** All fields of a create are in its body: a request that has them in the query alone lacks each of them. */
function aboutQuery(error: unknown, ctx: RequestContext): unknown {
  const isMisplaced = ctx.method === 'POST' && ctx.state.rawBody.length === 0 && ctx.querystring !== '';
  if (!isMisplaced || !(error instanceof ServiceError) || error.type !== 'error_validation') return error;
  const message = `${error.message} The fields of this call are in its body, and none is read out of the query.`;
  return new ServiceError(error.type, message, error.details);
}

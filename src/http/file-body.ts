import { ServiceError, validationError } from '../domain/errors.ts';
import { parseSign, signIsFresh } from '../domain/signing.ts';
import type { ClientDirectory } from '../operations/admin/directory.ts';
import { mayRun, type OperationName } from '../operations/permissions.ts';
import type { Schedule } from '../operations/runtime.ts';
import { clientAddress, isAllowed } from './address.ts';
import { BODY_LIMIT_BYTES, endConnection, readBytes } from './body.ts';
import { FILE_LIMIT_BYTES, type KeyRoute, type RequestContext } from './surface.ts';

/** Files of requests that have no answer yet, in a process: each is held in memory until then. */
const MOST_FILES = 2;
/** The time that an answer may take, during which nothing goes over the connection. */
const ANSWER_LIMIT_MS = 300_000;
const MAX_APP_KEY_LENGTH = 128;

const FILE_TYPES =
  /^(application\/(octet-stream|xml|zip|vnd\.[a-z0-9.+-]+|csv)|text\/(xml|csv|plain|tab-separated-values))$/;

export interface FileBodyOptions {
  readonly clients: ClientDirectory;
  readonly nowMs: () => number;
  readonly trustedProxies: number;
  /** The time within which a file must arrive. It ends before the server's own limit, which says less. */
  readonly withinMs: number;
  readonly schedule: Schedule;
}

/** Reads the bytes of a file into `state.rawBody` where the route takes one, and then does the work of the request. */
type WithFile = (ctx: RequestContext, route: KeyRoute, work: () => Promise<void>) => Promise<void>;

/**
 * Makes the reader of files. The sign covers all bytes, so it is checked after them. Until then, only a request that has
 * all else in order can make the service hold more than an ordinary body: the key, its role, its addresses, and a sign of
 * the right form and time. For any other the check of the sign says what is wrong.
 */
export function createWithFile(options: FileBodyOptions): WithFile {
  let heldCount = 0;
  return async (ctx, { takesFileFor }, work) => {
    if (takesFileFor === undefined) return work();
    refuseOtherTypes(ctx);
    if (!(await maySend(ctx, takesFileFor, options))) {
      ctx.state.rawBody = await readBytes(ctx, { limitBytes: BODY_LIMIT_BYTES, tooLarge: NEEDS_RIGHTS });
      return work();
    }
    if (heldCount >= MOST_FILES) {
      endConnection(ctx);
      throw new ServiceError('error_unavailable', 'Other files are being received. Try again in a moment.');
    }
    heldCount += 1;
    try {
      ctx.state.rawBody = await receive(ctx, options);
      ctx.res.setTimeout(ANSWER_LIMIT_MS);
      await work();
    } finally {
      heldCount -= 1;
    }
  };
}

const NEEDS_RIGHTS =
  `A body of more than ${BODY_LIMIT_BYTES} bytes needs the key of an operator or admin, from an address that it allows, ` +
  'and a timed sign of now: sign=t=<seconds>,v1=<base64>.';

async function maySend(
  ctx: RequestContext,
  operation: OperationName,
  { clients, nowMs, trustedProxies }: FileBodyOptions,
): Promise<boolean> {
  const { appkey, sign: header } = ctx.req.headers;
  if (typeof appkey !== 'string' || appkey.length > MAX_APP_KEY_LENGTH || typeof header !== 'string')
    return false;
  const sign = parseSign(header);
  if (sign?.kind !== 'timed' || !signIsFresh(sign, nowMs())) return false;
  const client = await clients.findByAppKey(appkey);
  return (
    client !== undefined &&
    client.disabledAtMs === null &&
    mayRun(client.role, operation) &&
    isAllowed(clientAddress(ctx.req, trustedProxies), client.ipAllowlist)
  );
}

/** Receives a file within the time for it. */
async function receive(ctx: RequestContext, { withinMs, schedule }: FileBodyOptions): Promise<Buffer> {
  const late = new AbortController();
  const cancel = schedule(() => {
    endConnection(ctx);
    late.abort(tooSlow(withinMs));
  }, withinMs);
  try {
    return await readBytes(ctx, {
      limitBytes: FILE_LIMIT_BYTES,
      isFile: true,
      tooLarge: `The file must have at most ${FILE_LIMIT_BYTES} bytes. Export a shorter period.`,
      signal: late.signal,
    });
  } finally {
    cancel();
  }
}

function tooSlow(withinMs: number): ServiceError {
  const message =
    `The file did not arrive within ${Math.round(withinMs / 1000)} seconds. Send it over a faster connection, ` +
    'export a shorter period, or import it with the command line or the watched folder of the service.';
  return validationError([{ path: 'body', message }]);
}

function refuseOtherTypes(ctx: RequestContext): void {
  const { headers } = ctx.req;
  const type =
    (headers['content-type'] ?? 'application/octet-stream').toLowerCase().split(';')[0]?.trim() ?? '';
  if (headers['content-encoding'] === undefined && FILE_TYPES.test(type)) return;
  endConnection(ctx);
  throw new ServiceError(
    'error_unsupported_media_type',
    'Send the bytes of the file as they are, as application/octet-stream, without content-encoding and not as a form.',
  );
}

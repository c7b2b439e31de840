import { ServiceError, validationError } from '../domain/errors.ts';
import { parseSign, signIsFresh } from '../domain/signing.ts';
import type { Client, ClientDirectory } from '../operations/admin/client-directory.ts';
import { mayRun, type OperationName, principalOf, refusedMode } from '../operations/permissions.ts';
import type { Schedule } from '../operations/runtime.ts';
import { createSlots } from '../operations/slots.ts';
import { clientAddress, isAllowed, networkOf } from './address.ts';
import { BODY_LIMIT_BYTES, endConnection, readBytes } from './body.ts';
import { findClient } from './find-client.ts';
import { FILE_LIMIT_BYTES, type KeyRoute, type RequestContext } from './surface.ts';

/** Files of requests that have no answer yet, in a process: each is held in memory until then. */
const MOST_FILES = 3;
/** A caller who knows keys without their secrets takes no place of another address, and not all places. */
const MOST_FILES_OF_ADDRESS = 2;
/** One key leaves a place to the others, from however many addresses it comes. */
const MOST_FILES_OF_KEY = 2;
const MOST_FILES_OF_KEY_AT_ADDRESS = 1;
/** The time within which a file must go on arriving. */
const STALL_LIMIT_MS = 5000;
/** The time that an answer may take, during which nothing goes over the connection. */
const ANSWER_LIMIT_MS = 300_000;

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
  const all = createSlots(MOST_FILES);
  const ofAddresses = createSlots(MOST_FILES_OF_ADDRESS);
  const ofKeys = createSlots(MOST_FILES_OF_KEY);
  const ofKeysAtAddresses = createSlots(MOST_FILES_OF_KEY_AT_ADDRESS);
  return async (ctx, { takesFileFor }, work) => {
    if (takesFileFor === undefined) return work();
    refuseOtherTypes(ctx);
    const sender = await findSender(ctx, takesFileFor, options);
    if (!sender) {
      ctx.state.rawBody = await readBytes(ctx, { limitBytes: BODY_LIMIT_BYTES, tooLarge: NEEDS_RIGHTS });
      return work();
    }
    const address = networkOf(clientAddress(ctx.req, options.trustedProxies));
    const places = [
      ofKeysAtAddresses.acquire(`${sender.id} ${address}`),
      ofKeys.acquire(sender.id),
      ofAddresses.acquire(address),
      all.acquire('all'),
    ];
    try {
      if (places.includes(undefined)) throw othersUnderWay(ctx);
      ctx.state.rawBody = await receive(ctx, options);
      ctx.res.setTimeout(ANSWER_LIMIT_MS);
      await work();
    } finally {
      for (const release of places) release?.();
    }
  };
}

function othersUnderWay(ctx: RequestContext): ServiceError {
  endConnection(ctx);
  return new ServiceError('error_unavailable', 'Other files are being received. Try again in a moment.');
}

const NEEDS_RIGHTS =
  `A body of more than ${BODY_LIMIT_BYTES} bytes needs the key of an operator or admin, from an address that it allows, ` +
  'and a timed sign of now: sign=t=<seconds>,v1=<base64>.';

/** The client that may send a file of this size. @returns undefined when the request has not all in order. */
async function findSender(
  ctx: RequestContext,
  operation: OperationName,
  { clients, nowMs, trustedProxies }: FileBodyOptions,
): Promise<Client | undefined> {
  const { appkey, sign: header } = ctx.req.headers;
  if (typeof appkey !== 'string' || typeof header !== 'string') return undefined;
  const sign = parseSign(header);
  if (sign?.kind !== 'timed' || !signIsFresh(sign, nowMs())) return undefined;
  const client = await findClient(clients, appkey);
  const maySend =
    client !== undefined &&
    client.disabledAtMs === null &&
    mayRun(client.role, operation) &&
    refusedMode(principalOf(client), operation) === undefined &&
    isAllowed(clientAddress(ctx.req, trustedProxies), client.ipAllowlist);
  return maySend ? client : undefined;
}

/** Receives a file within the time for it, as long as it goes on arriving. */
async function receive(ctx: RequestContext, { withinMs, schedule }: FileBodyOptions): Promise<Buffer> {
  const late = new AbortController();
  const end = (problem: string) => {
    endConnection(ctx);
    late.abort(tooSlow(problem));
  };
  const cancel = schedule(() => end(`did not arrive within ${inSeconds(withinMs)}`), withinMs);
  let cancelStall = () => {};
  const onPart = () => {
    cancelStall();
    cancelStall = schedule(() => end(`stopped arriving for ${inSeconds(STALL_LIMIT_MS)}`), STALL_LIMIT_MS);
  };
  onPart();
  ctx.req.on('data', onPart);
  try {
    return await readBytes(ctx, {
      limitBytes: FILE_LIMIT_BYTES,
      isFile: true,
      tooLarge: `The file must have at most ${FILE_LIMIT_BYTES} bytes. Export a shorter period.`,
      signal: late.signal,
    });
  } finally {
    cancel();
    cancelStall();
    ctx.req.off('data', onPart);
  }
}

const inSeconds = (ms: number) => `${Math.round(ms / 1000)} seconds`;

function tooSlow(problem: string): ServiceError {
  const message =
    `The file ${problem}. Send it over a faster connection, ` +
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

import { createHash } from 'node:crypto';
import { clientAddress, isAllowed, networkOf } from '../access/address.ts';
import { type AuthenticateKey, findClient } from '../access/authenticate.ts';
import { coversDigest, parseSign, signIsFresh } from '../access/domain/signing.ts';
import type { ClientDirectory } from '../admin/client-directory.ts';
import { bodyError, ServiceError } from '../kernel/errors.ts';
import { type Permission, type Principal, principalOf, refusedMode } from '../operations/permissions.ts';
import type { Schedule } from '../operations/runtime.ts';
import { createSharedSlots, withSlot } from '../operations/slots.ts';
import { endConnection, readBytes } from './body.ts';
import { refuseOtherBody } from './content-digest.ts';
import {
  MAX_ANSWER_MS,
  MAX_BODY_BYTES,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_FILES_OF_KEY,
  MAX_UNVERIFIED,
  MAX_UNVERIFIED_OF_ADDRESS,
} from './limits.ts';
import type { KeyRoute, RequestContext } from './surface.ts';

/** A file from an authenticated key may pause, but not stop. */
const MIN_VERIFIED_BYTES = 1;
const MIN_UNVERIFIED_BYTES = 64 * 1024;

const FILE_TYPES =
  /^(application\/(octet-stream|xml|zip|vnd\.[a-z0-9.+-]+|csv)|text\/(xml|csv|plain|tab-separated-values))$/;

export interface FileBodyOptions extends ReceiveOptions {
  readonly clients: ClientDirectory;
  readonly nowMs: () => number;
  readonly trustedProxies: number;
}

type Work = (principal: Principal) => Promise<void>;

/** Authenticates a request with a key, and runs its handler. The route may take the body as a file. */
type WithKey = (ctx: RequestContext, route: KeyRoute, work: Work) => Promise<void>;

/**
 * Makes the reader of files. A sign that covers the digest of the file is verified before the file is read. A sign that
 * covers its bytes is verified after them. Until then the file takes one of a few separate places, and only if the rest
 * of the request is valid. Otherwise the check of the sign reports what is wrong.
 */
export function createWithKey(authenticate: AuthenticateKey, options: FileBodyOptions): WithKey {
  // The places for files in memory. A sender without a verified sign takes none of the places of verified keys.
  const verified = createSharedSlots({ all: MAX_FILES, each: MAX_FILES_OF_KEY });
  const unverified = createSharedSlots({ all: MAX_UNVERIFIED, each: MAX_UNVERIFIED_OF_ADDRESS });

  /** Receives a file before its sender is verified. @returns the sender. */
  async function authenticateAfter(ctx: RequestContext, route: KeyRoute): Promise<Principal> {
    const { takesFileFor } = route;
    if (takesFileFor === undefined || !(await isSender(ctx, takesFileFor, options))) {
      ctx.state.rawBody = await readBytes(ctx, { limitBytes: MAX_BODY_BYTES, tooLarge: NEEDS_RIGHTS });
      return authenticate(ctx, route);
    }
    const address = networkOf(clientAddress(ctx.req, options.trustedProxies));
    return withSlot(unverified.acquire(address), othersReceived(ctx), async () => {
      ctx.state.rawBody = await receiveFile(ctx, { ...options, leastBytesPerSecond: MIN_UNVERIFIED_BYTES });
      return authenticate(ctx, route);
    });
  }

  async function receiveVerified(ctx: RequestContext): Promise<void> {
    const hash = createHash('sha256');
    const onPart = (part: Buffer) => void hash.update(part);
    ctx.state.rawBody = await receiveFile(ctx, {
      ...options,
      leastBytesPerSecond: MIN_VERIFIED_BYTES,
      onPart,
    });
    refuseOtherBody(ctx, hash.digest('base64'));
  }

  return async (ctx, route, work) => {
    if (route.takesFileFor === undefined) return work(await authenticate(ctx, route));
    refuseOtherTypes(ctx);
    const isVerifiedFirst = hasDigestSign(ctx);
    const sender = await (isVerifiedFirst ? authenticate : authenticateAfter)(ctx, route);
    if (!canSend(sender, route.takesFileFor)) {
      // The operation refuses the sender, and the rest of the body is never read.
      endConnection(ctx);
      return work(sender);
    }
    await withSlot(verified.acquire(sender.client.id), othersReceived(ctx), async () => {
      if (isVerifiedFirst) await receiveVerified(ctx);
      ctx.res.setTimeout(MAX_ANSWER_MS);
      await work(sender);
    });
  };
}

/** Makes the refusal of a file without a place. The rest of its body is never read. */
function othersReceived(ctx: RequestContext): () => ServiceError {
  return () => {
    endConnection(ctx);
    return new ServiceError('error_unavailable', 'Other files are being received. Try again in a moment.');
  };
}

const NEEDS_RIGHTS =
  `A body of more than ${MAX_BODY_BYTES} bytes needs the key of an operator or admin, from an address that it allows, ` +
  'and a timed sign of now: sign=t=<seconds>,v1=<base64>.';

function hasDigestSign(ctx: RequestContext): boolean {
  const sign = parseSign(ctx.get('sign'));
  return sign !== undefined && coversDigest(sign);
}

function canSend(sender: Principal, permission: Permission): boolean {
  return permission.roles.includes(sender.role) && refusedMode(sender, permission) === undefined;
}

/** Whether a request may send a file as far as everything but its sign shows, which is not checked. */
async function isSender(
  ctx: RequestContext,
  permission: Permission,
  { clients, nowMs, trustedProxies }: FileBodyOptions,
): Promise<boolean> {
  const sign = parseSign(ctx.get('sign'));
  if (sign?.kind !== 'timed' || !signIsFresh(sign, nowMs())) return false;
  const client = await findClient(clients, ctx.get('appkey'));
  return (
    client !== undefined &&
    client.disabledAtMs === null &&
    canSend(principalOf(client), permission) &&
    isAllowed(clientAddress(ctx.req, trustedProxies), client.ipAllowlist)
  );
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

/** How often the rate is checked. */
const CHECK_EVERY_MS = 5000;

interface ReceiveOptions {
  /** The time within which a file must arrive. Shorter than the server's own limit, whose error is less helpful. */
  readonly withinMs: number;
  readonly schedule: Schedule;
}

interface FileOptions extends ReceiveOptions {
  /** The least number of bytes a second, checked every five seconds. */
  readonly leastBytesPerSecond: number;
  /** Called with each part of the file. */
  readonly onPart?: (part: Buffer) => void;
}

/**
 * Receives a file within its time limit, as long as enough bytes keep arriving.
 * @throws ServiceError error_validation when it is too slow, and the errors of `readBytes`.
 */
export async function receiveFile(ctx: RequestContext, options: FileOptions): Promise<Buffer> {
  const { withinMs, schedule, leastBytesPerSecond, onPart } = options;
  const late = new AbortController();
  const giveUp = (problem: string) => {
    endConnection(ctx);
    late.abort(tooSlow(problem));
  };
  const cancel = schedule(() => giveUp(`did not arrive within ${inSeconds(withinMs)}`), withinMs);
  let receivedBytes = 0;
  let cancelCheck = () => {};
  const checkRate = () => {
    if (receivedBytes < leastBytesPerSecond * (CHECK_EVERY_MS / 1000))
      return giveUp(`arrived too slowly for ${inSeconds(CHECK_EVERY_MS)}`);
    receivedBytes = 0;
    cancelCheck = schedule(checkRate, CHECK_EVERY_MS);
  };
  cancelCheck = schedule(checkRate, CHECK_EVERY_MS);
  try {
    return await readBytes(ctx, {
      limitBytes: MAX_FILE_BYTES,
      isFile: true,
      tooLarge: `The file must have at most ${MAX_FILE_BYTES} bytes. Export a shorter period.`,
      signal: late.signal,
      onPart(part) {
        receivedBytes += part.length;
        onPart?.(part);
      },
    });
  } finally {
    cancel();
    cancelCheck();
  }
}

const inSeconds = (ms: number) => `${Math.round(ms / 1000)} seconds`;

function tooSlow(problem: string) {
  const message =
    `The file ${problem}. Send it over a faster connection, ` +
    'export a shorter period, or import it with the command line or the watched folder of the service.';
  return bodyError(message);
}

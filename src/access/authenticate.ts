import type { Client, ClientDirectory } from '../admin/client-directory.ts';
import { refuseOtherBody } from '../http/content-digest.ts';
import type { KeyRoute, RequestContext } from '../http/surface.ts';
import { ServiceError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { type Principal, principalOf } from '../operations/permissions.ts';
import type { RateLimit } from '../operations/rate-limit.ts';
import { clientAddress, isAllowed } from './address.ts';
import {
  coversDigest,
  isAmbiguous,
  isSignedElsewhere,
  liveSecrets,
  parseContentDigest,
  parseSign,
  type Sign,
  signIsFresh,
  signMatches,
  usedSign,
} from './domain/signing.ts';
import {
  AMBIGUOUS_TARGET,
  malformedSignMessage,
  mismatchMessage,
  missingHeadersMessage,
  NEEDS_DIGEST,
  SIGNED_ELSEWHERE,
  staleSignMessage,
  TIMED_FORM,
  unknownKeyMessage,
} from './sign-problems.ts';

interface KeyAuthenticationOptions {
  readonly clients: ClientDirectory;
  readonly nowMs: () => number;
  readonly steadyNowMs: () => number;
  /** Number of proxies in front of the service that are trusted to name the client's address. */
  readonly trustedProxies: number;
  /** Counts the requests of each client. */
  readonly rate: RateLimit;
}

const MAX_APP_KEY_LENGTH = 128;
const NEEDS_TIMED_SIGN = `This call needs the timed sign: ${TIMED_FORM}.`;
/** @throws ServiceError for a missing, wrong or forbidden credential, and error_rate_limited. */
export type AuthenticateKey = (ctx: RequestContext, route: KeyRoute) => Promise<Principal>;

/**
 * Authenticates requests with a key, for every surface: the key, the sign, the address, then the rate. A sign that covers
 * the digest of the body is verified without the body, whose reader compares the digest.
 */
export function createAuthenticateKey(options: KeyAuthenticationOptions): AuthenticateKey {
  return async (ctx, route) => {
    const { appKey, sign } = readCredentials(ctx);
    const client = await findClient(options.clients, appKey);
    if (!client || client.disabledAtMs !== null)
      throw new ServiceError('error_site_not_found', unknownKeyMessage(appKey));
    const verified = verifySign(ctx, client, { route, header: sign, nowMs: options.nowMs() });
    if (!isAllowed(clientAddress(ctx.req, options.trustedProxies), client.ipAllowlist))
      throw new ServiceError(
        'not_authorized',
        'This key may not be used from this IP address. Ask for it to be allowed.',
      );
    ctx.state.appKey = client.appKey;
    ctx.state.trustTrace();
    // The reader of a file computes its digest while it arrives, and compares it.
    if (coversDigest(verified) && !route.takesFileFor) refuseOtherBody(ctx);
    // Plain signs have a separate rate limit: anybody who has seen one can send it again at any time.
    await options.rate.take(verified.kind === 'plain' ? `plain ${client.id}` : client.id);
    return principalOf(client, useOnce(options, client, verified));
  };
}

/** A text that is too long for an appKey is not looked up. */
export async function findClient(clients: ClientDirectory, appKey: string): Promise<Client | undefined> {
  return appKey.length <= MAX_APP_KEY_LENGTH ? clients.findByAppKey(appKey) : undefined;
}

function readCredentials(ctx: RequestContext): { appKey: string; sign: string } {
  const { appkey, sign } = ctx.req.headers;
  const missing = [!appkey && 'appKey', !sign && 'sign'].filter((name) => name !== false);
  if (typeof appkey === 'string' && typeof sign === 'string' && missing.length === 0)
    return { appKey: appkey, sign };
  throw new ServiceError('error_missing_credentials', missingHeadersMessage(missing));
}

function verifySign(
  ctx: RequestContext,
  client: Client,
  { route, header, nowMs }: { readonly route: KeyRoute; readonly header: string; readonly nowMs: number },
): Sign {
  const sign = parseSign(header);
  if (!sign) throw invalidSign(malformedSignMessage(header));
  if (sign.kind === 'plain' && !acceptsPlainSign(route, client)) throw invalidSign(NEEDS_TIMED_SIGN);
  const request = {
    method: ctx.method,
    target: ctx.req.url ?? '',
    body: ctx.state.rawBody,
    contentDigest: ctx.get('content-digest'),
  };
  if (isAmbiguous(sign, request)) throw invalidSign(AMBIGUOUS_TARGET);
  if (coversDigest(sign) && parseContentDigest(request.contentDigest) === undefined)
    throw invalidSign(NEEDS_DIGEST);
  if (isSignedElsewhere(sign, request)) throw invalidSign(SIGNED_ELSEWHERE);
  const secrets = liveSecrets(client.secrets, nowMs);
  if (!signMatches(sign, secrets, request)) throw invalidSign(mismatchMessage(sign, request.body));
  if (sign.kind === 'timed' && !signIsFresh(sign, nowMs))
    throw refusedSign(staleSignMessage(sign.timestamp, nowMs), 'sign_stale');
  return sign;
}

/** Makes the function that uses up the sign of one request, for all its commands. */
function useOnce(
  { clients, steadyNowMs }: KeyAuthenticationOptions,
  client: Client,
  sign: Sign,
): Principal['useSign'] {
  if (sign.kind === 'plain') return refusePlainSign;
  let use: Promise<void> | undefined;
  return () => {
    use ??= clients.useSign(usedSign(client.id, sign, steadyNowMs())).then((isFirst) => {
      if (!isFirst) throw usedBefore();
    });
    return use;
  };
}

function usedBefore(): ServiceError {
  return refusedSign(
    'The sign was used before, and this command accepts each sign once. ' +
      'Make a new sign, with a new time t or nonce n, for each request.',
    'sign_used',
  );
}

/** The problem of the field `sign` shows clients that only this request is refused, and not the secret. */
function refusedSign(message: string, code: 'sign_used' | 'sign_stale'): ServiceError {
  return new ServiceError('error_invalid_sign', message, { fields: [fieldProblem('sign', fault(code))] });
}

/**
 * A plain sign never expires, so all used ones would have to be stored forever. Therefore it is refused for commands
 * that are not idempotent.
 */
async function refusePlainSign(): Promise<void> {
  throw invalidSign(NEEDS_TIMED_SIGN);
}

function acceptsPlainSign(route: KeyRoute, client: Client): boolean {
  return route.acceptsPlainSign === true && client.role === 'merchant' && !client.requiresTimedSign;
}

function invalidSign(message: string): ServiceError {
  return new ServiceError('error_invalid_sign', message);
}

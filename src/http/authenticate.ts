import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import {
  liveSecrets,
  parseSign,
  SIGN_TOLERANCE_SECONDS,
  type Sign,
  signIsFresh,
  signMatches,
} from '../domain/signing.ts';
import type { Client, ClientDirectory } from '../operations/admin/directory.ts';
import { type Principal, principalOf } from '../operations/permissions.ts';
import { clientAddress, isAllowed } from './address.ts';
import { consume } from './rate.ts';
import type { KeyRoute, RequestContext } from './surface.ts';

interface KeyAuthenticationOptions {
  readonly clients: ClientDirectory;
  readonly nowMs: () => number;
  /** Number of proxies in front of the service that are trusted to name the client's address. */
  readonly trustedProxies: number;
  /** Counts the requests of each client; undefined for no limit. */
  readonly limiter: RateLimiterMemory | undefined;
}

const MAX_APP_KEY_LENGTH = 128;

const TIMED_FORM =
  'sign: t=<unix seconds>,v1=<base64(HMAC-SHA256(secret, "<t>.<METHOD>.<path with query>.<body>"))>';

/** @throws ServiceError for a missing, wrong or forbidden credential, and error_rate_limited. */
type AuthenticateKey = (ctx: RequestContext, route: KeyRoute) => Promise<Principal>;

/** Authenticates requests with a key, for every surface: the key, the sign, the address, then the rate. */
export function createAuthenticateKey(options: KeyAuthenticationOptions): AuthenticateKey {
  return async (ctx, route) => {
    const { appKey, sign } = readCredentials(ctx);
    const client =
      appKey.length <= MAX_APP_KEY_LENGTH ? await options.clients.findByAppKey(appKey) : undefined;
    if (!client || client.disabledAtMs !== null)
      throw new ServiceError(
        'error_site_not_found',
        'No active client has this appKey. Check the appKey header.',
      );
    verifySign(ctx, client, { route, header: sign, nowMs: options.nowMs() });
    if (!isAllowed(clientAddress(ctx.req, options.trustedProxies), client.ipAllowlist))
      throw new ServiceError(
        'not_authorized',
        'This key may not be used from this IP address. Ask for it to be allowed.',
      );
    ctx.state.appKey = client.appKey;
    if (options.limiter) await consume(options.limiter, client.id);
    return principalOf(client);
  };
}

function readCredentials(ctx: RequestContext): { appKey: string; sign: string } {
  const { appkey, sign } = ctx.req.headers;
  const missing = [!appkey && 'appKey', !sign && 'sign'].filter((name) => name !== false);
  if (typeof appkey === 'string' && typeof sign === 'string' && missing.length === 0)
    return { appKey: appkey, sign };
  throw new ServiceError(
    'error_missing_credentials',
    `The header ${missing.join(' and the header ')} is missing. Every request carries appKey and sign.`,
  );
}

function verifySign(
  ctx: RequestContext,
  client: Client,
  { route, header, nowMs }: { readonly route: KeyRoute; readonly header: string; readonly nowMs: number },
): void {
  const sign = parseSign(header);
  if (!sign) {
    throw invalidSign(
      `The sign header is malformed. It is base64 of 32 bytes, or, for every call, ${TIMED_FORM}.`,
    );
  }
  if (sign.kind === 'plain' && !acceptsPlainSign(route, client))
    throw invalidSign(`This call needs the timed sign: ${TIMED_FORM}.`);
  const request = { method: ctx.method, target: ctx.req.url ?? '', body: ctx.state.rawBody };
  const secrets = liveSecrets(client.secrets, nowMs);
  if (!signMatches(sign, secrets, request)) throw invalidSign(mismatchMessage(sign));
  if (!signIsFresh(sign, nowMs)) {
    throw invalidSign(
      `The time of the sign lies more than ${SIGN_TOLERANCE_SECONDS} seconds from the server's clock. ` +
        'Make a new sign for each request, and set the clock of the signing machine.',
    );
  }
}

function acceptsPlainSign(route: KeyRoute, client: Client): boolean {
  return route.acceptsPlainSign === true && client.role === 'merchant' && !client.requiresTimedSign;
}

function mismatchMessage(sign: Sign): string {
  return sign.kind === 'plain'
    ? 'The sign does not match. Sign exactly the bytes of the body that is sent, or the query without ? if there is no body.'
    : 'The sign does not match. Sign <t>.<METHOD>.<path with query>.<body> with exactly the bytes that are sent.';
}

function invalidSign(message: string): ServiceError {
  return new ServiceError('error_invalid_sign', message);
}

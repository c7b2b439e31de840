import type { LinkRoute, RequestContext } from '../http/surface.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Database } from '../operations/database.ts';
import type { Payer } from '../operations/permissions.ts';
import { type RateLimit, tooMany } from '../operations/rate-limit.ts';
import { createSlots } from '../operations/slots.ts';
import { findByPaymentToken, paymentNotFound } from '../payments/link.ts';
import { clientAddress } from './address.ts';
import type { CountGuess } from './guesses.ts';

/** The most open requests of one payment link. A page that watches its payment has one. */
const MAX_OPEN_PER_LINK = 8;
const OPEN_RETRY_SECONDS = 5;

/** The requests of one payment link in a second. A page makes two when opened, and two when shown again. */
export const LINK_REQUESTS_PER_SECOND = 10;

/** Koa and Node add ten listeners to the response of a stream, and Node warns of a leak from the eleventh on. */
const MAX_RESPONSE_LISTENERS = 20;

interface PayerAuthenticationOptions {
  readonly db: Pick<Database, 'read'>;
  readonly trustedProxies: number;
  readonly countGuess: CountGuess;
  /** Counts the requests of each link. */
  readonly rate: RateLimit;
}

/** @throws ServiceError error_missing_credentials, error_transaction_not_found or error_rate_limited. */
type AuthenticatePayer = (ctx: RequestContext, route: LinkRoute) => Promise<Payer>;

/** Authenticates requests with a payment link, for every surface. The link gives access to its deposit only. */
export function createAuthenticatePayer(options: PayerAuthenticationOptions): AuthenticatePayer {
  const { db, trustedProxies, countGuess, rate } = options;
  const slots = createSlots(MAX_OPEN_PER_LINK);
  return async (ctx, route) => {
    const token = route.readToken(ctx);
    if (token === undefined)
      throw new ServiceError(
        'error_missing_credentials',
        'This call needs the token of a payment link: Authorization: Bearer <token>.',
      );
    const deposit = await findByPaymentToken(db, token);
    if (!deposit) {
      await countGuess(clientAddress(ctx.req, trustedProxies));
      throw paymentNotFound();
    }
    await rate.take(`payment ${deposit.id}`);
    const release = slots.acquire(deposit.id);
    if (!release) throw tooMany(OPEN_RETRY_SECONDS);
    ctx.res.setMaxListeners(MAX_RESPONSE_LISTENERS).once('close', release);
    // A payer who disconnected before this turn emits no further `close`.
    if (ctx.res.destroyed) release();
    return { role: 'payer', depositId: deposit.id, isTest: deposit.isTest };
  };
}

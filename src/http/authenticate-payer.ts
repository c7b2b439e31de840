import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import { findByPaymentToken, paymentNotFound } from '../operations/payments/link.ts';
import type { TransactionStore } from '../operations/transactions/store.ts';
import { clientAddress } from './address.ts';
import type { CountGuess } from './guesses.ts';
import { consume, tooMany } from './rate.ts';
import type { Middleware, RequestContext } from './surface.ts';

/** How many requests one link may have open at once; a page that watches has one. */
const MAX_OPEN_PER_LINK = 20;
const OPEN_RETRY_SECONDS = 5;

export interface PayerAuthenticationOptions {
  readonly transactions: TransactionStore;
  readonly trustedProxies: number;
  readonly countGuess: CountGuess;
  /** Counts the requests of each link; undefined for no limit. */
  readonly limiter: RateLimiterMemory | undefined;
}

/** A target says what opens it: a payment link, or else a key and its sign. */
export function createAuthenticate(byKey: Middleware, byLink: Middleware): Middleware {
  return (ctx, next) => (ctx.state.target?.readPaymentToken ? byLink(ctx, next) : byKey(ctx, next));
}

/** The one check of who comes by a payment link. Whoever has it is the payer of its deposit, and nobody else. */
export function createAuthenticatePayer(options: PayerAuthenticationOptions): Middleware {
  const { transactions, trustedProxies, countGuess, limiter } = options;
  const open = new Map<string, number>();
  return async (ctx, next) => {
    const token = ctx.state.target?.readPaymentToken?.(ctx);
    if (token === undefined)
      throw new ServiceError(
        'error_missing_credentials',
        'This call needs the token of a payment link: Authorization: Bearer <token>.',
      );
    const deposit = await findByPaymentToken(transactions, token);
    if (!deposit) {
      await countGuess(clientAddress(ctx.req, trustedProxies));
      throw paymentNotFound();
    }
    if (limiter) await consume(limiter, `payment ${deposit.id}`);
    limitOpen(ctx, open, deposit.id);
    ctx.state.payer = { role: 'payer', depositId: deposit.id };
    await next();
  };
}

function limitOpen(ctx: RequestContext, open: Map<string, number>, depositId: string): void {
  const before = open.get(depositId) ?? 0;
  if (before >= MAX_OPEN_PER_LINK) throw tooMany(OPEN_RETRY_SECONDS);
  open.set(depositId, before + 1);
  // Koa and Node have ten of their own on a stream, where Node begins to warn of a leak.
  ctx.res.setMaxListeners(20).once('close', () => {
    const left = (open.get(depositId) ?? 1) - 1;
    if (left > 0) open.set(depositId, left);
    else open.delete(depositId);
  });
}

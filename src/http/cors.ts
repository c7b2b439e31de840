import type { Middleware, Surface } from './surface.ts';

const METHODS = 'GET, POST';
const REQUEST_HEADERS = 'accept, appkey, content-type, last-event-id, sign, x-request-id';
const RESPONSE_HEADERS = 'Retry-After, X-Request-Id';
const PREFLIGHT_SECONDS = 600;

/** The doors that pages in browsers use. Merchants' back ends need no CORS. */
const OPEN_SURFACES: readonly Surface['name'][] = ['graphql', 'trpc'];

/**
 * Lets pages of the given origins call the service. There are no cookies, so an origin that may call can do
 * nothing without a key; to every other origin the service says nothing about CORS, as if it knew of none.
 * A preflight is answered before authentication: browsers send it without headers of their own.
 */
export function createCors(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return async (ctx, next) => {
    if (!OPEN_SURFACES.includes(ctx.state.surface.name)) return next();
    // The answer is another one for another origin, whichever this is.
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!allowed.has(origin)) return next();
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', RESPONSE_HEADERS);
    if (ctx.method !== 'OPTIONS' || !ctx.get('Access-Control-Request-Method')) return next();
    ctx.state.target = { route: 'preflight', acceptsPlainSign: false };
    ctx.set('Access-Control-Allow-Methods', METHODS);
    ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS);
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    ctx.status = 204;
  };
}

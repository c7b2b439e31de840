import { MAX_ACCEPT_CHARACTERS } from './limits.ts';
import type { Middleware } from './surface.ts';

const NAMES = ['accept', 'accept-language', 'accept-encoding'] as const;

/**
 * Drops an `Accept…` header that is too long, as if it had not been sent. The time to choose from its list grows with
 * up to the square of its length.
 */
export const dropLongAccepts: Middleware = ({ req: { headers } }, next) => {
  for (const name of NAMES) if ((headers[name]?.length ?? 0) > MAX_ACCEPT_CHARACTERS) delete headers[name];
  return next();
};

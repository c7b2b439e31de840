import { MAX_ACCEPT_CHARACTERS } from './limits.ts';
import type { Middleware } from './surface.ts';

const NAMES = ['accept', 'accept-language', 'accept-encoding'] as const;

/**
 * Leaves out what a client accepts where the list is long, as if it had not been sent. To choose in a list takes the longer
 * the longer it is, up to a time that grows with its square.
 */
export const dropLongAccepts: Middleware = ({ req: { headers } }, next) => {
  for (const name of NAMES) if ((headers[name]?.length ?? 0) > MAX_ACCEPT_CHARACTERS) delete headers[name];
  return next();
};

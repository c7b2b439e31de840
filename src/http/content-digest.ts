import { createHash } from 'node:crypto';
import { parseContentDigest } from '../access/domain/signing.ts';
import { OTHER_BODY } from '../access/sign-problems.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { RequestContext } from './surface.ts';

/**
 * Compares the body with the header `content-digest`, which its sign covers.
 * @param digest the SHA-256 of the body in base64.
 * @throws ServiceError error_invalid_sign.
 */
export function refuseOtherBody(
  ctx: RequestContext,
  digest = createHash('sha256').update(ctx.state.rawBody).digest('base64'),
): void {
  if (parseContentDigest(ctx.get('content-digest')) !== digest)
    throw new ServiceError('error_invalid_sign', OTHER_BODY);
}

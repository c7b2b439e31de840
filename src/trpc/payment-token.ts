import type { RequestContext } from '../http/surface.ts';

const BEARER = /^Bearer ([\w-]{1,128})$/i;

/**
 * The token of a payment link as calls carry it. A header that no other site can make a browser send: there is no
 * CORS for it.
 */
export function readBearerToken(ctx: RequestContext): string | undefined {
  return BEARER.exec(ctx.get('Authorization'))?.[1];
}

/** The same for a stream: the EventSource of browsers sends no headers of its own, so tRPC has connection parameters. */
export function readStreamToken(ctx: RequestContext): string | undefined {
  return readBearerToken(ctx) ?? readParameter(ctx.query.connectionParams);
}

function readParameter(parameters: unknown): string | undefined {
  if (typeof parameters !== 'string') return undefined;
  try {
    const { token } = Object(JSON.parse(parameters));
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

import { z } from 'zod';
import { queryValue } from '../../http/query.ts';
import type { RequestContext } from '../../http/surface.ts';

const BEARER = /^Bearer ([\w-]{1,128})$/i;

const connectionParams = z.object({ token: z.string() });

/**
 * Reads the token of a payment link from the Authorization header. No page of another origin can make a browser
 * send this header: CORS does not allow it.
 */
export function readBearerToken(ctx: RequestContext): string | undefined {
  return BEARER.exec(ctx.get('Authorization'))?.[1];
}

/**
 * Reads the token of a stream also from tRPC's connection parameters: the EventSource of browsers sends no headers
 * of the page.
 */
export function readStreamToken(ctx: RequestContext): string | undefined {
  return readBearerToken(ctx) ?? readConnectionParams(queryValue(ctx, 'connectionParams'));
}

function readConnectionParams(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return connectionParams.safeParse(JSON.parse(text)).data?.token;
  } catch {
    return undefined;
  }
}

import { createStaticContent, writeStatic } from '../../http/static.ts';
import type { OpenRoute } from '../../http/surface.ts';
import { PAGE_HEADERS } from './headers.ts';
import type { Html } from './html.ts';

/**
 * The route of a page that is the same for everybody. Browsers keep it, and ask each time whether it has changed, unless
 * `cacheControl` says otherwise.
 */
export function createPageRoute(path: string, { markup }: Html, cacheControl = 'no-cache'): OpenRoute {
  const content = createStaticContent('text/html; charset=utf-8', markup);
  return {
    path,
    methods: ['GET', 'HEAD'],
    authentication: 'none',
    handle(ctx) {
      ctx.set(PAGE_HEADERS);
      return writeStatic(ctx, content, cacheControl);
    },
  };
}

import type { OpenRoute } from '../http/surface.ts';
import { PAGE_HEADERS } from './headers.ts';
import type { Html } from './html.ts';

/** The route of a page that is the same for everybody. */
export function createPageRoute(path: string, { markup }: Html): OpenRoute {
  return {
    path,
    methods: ['GET', 'HEAD'],
    authentication: 'none',
    handle(ctx) {
      ctx.set(PAGE_HEADERS);
      ctx.type = 'html';
      ctx.body = markup;
    },
  };
}

import type { OpenRoute, RequestContext, Surface } from '../../http/surface.ts';
import type { Failure } from '../../operations/envelope.ts';
import { PAGE_HEADERS } from './headers.ts';
import { type HomeOptions, renderIndexPage } from './home.ts';
import { html } from './html.ts';
import { acceptedLanguage } from './language.ts';
import { rootOf } from './root.ts';
import { SITE_TEXTS } from './texts/site.ts';

interface SiteOptions extends Pick<HomeOptions, 'assets' | 'hasExplorer'> {
  readonly routes: readonly OpenRoute[];
  /** Writes a failure as JSON. */
  readonly writeForPrograms: Surface['writeFailure'];
  /** The failure of a path that belongs to no surface. */
  readonly unknownPath: NonNullable<Surface['unknownPath']>;
}

/** The public pages. A failure is an HTML page if the request prefers HTML to JSON. */
export function createSiteSurface({
  assets,
  hasExplorer,
  routes,
  writeForPrograms,
  unknownPath,
}: SiteOptions): Surface {
  const files = assets.page('home');

  function writePage(ctx: RequestContext, { status, error }: Failure): void {
    const language = acceptedLanguage(ctx);
    const { notFound, failed } = SITE_TEXTS[language];
    const isMissing = error.type === 'error_route_not_found';
    ctx.status = status;
    ctx.set(PAGE_HEADERS);
    ctx.type = 'html';
    ctx.body = renderIndexPage({
      language,
      files,
      root: rootOf(ctx.path),
      hasExplorer,
      title: isMissing ? notFound.name : failed,
      text: isMissing ? notFound.text : '',
      // The English message of the error. It never repeats the path.
      footer: html`<footer lang="en">${error.message}</footer>`,
    }).markup;
  }

  return {
    name: 'pages',
    routes,
    unknownPath,
    writeFailure(ctx, failure) {
      if (ctx.accepts('json', 'html') === 'html') writePage(ctx, failure);
      else writeForPrograms(ctx, failure);
    },
  };
}

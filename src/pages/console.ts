import { ServiceError } from '../domain/errors.ts';
import type { Middleware } from '../http/surface.ts';
import type { Assets, PageFiles } from './assets.ts';
import { renderHead } from './head.ts';
import { PAGE_HEADERS } from './headers.ts';
import { type Html, html } from './html.ts';

const PATH = /^[/]console([/].*)?$/;
const METHODS: readonly string[] = ['GET', 'HEAD'];

/** Three bars: the one picture of the console that is not in its markup. */
const ICON =
  '<rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
  '<path d="M9 10h14M9 16h14M9 22h8" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>';

/**
 * Serves the operator console: one document at its path and everywhere below it, which shows what the rest of
 * the path names. It holds nothing that a key would have to open: its script asks for that, and signs.
 */
export function createConsole(assets: Assets): Middleware {
  const files = assets.page('console');
  return (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    ctx.state.target = { route: '/console', acceptsPlainSign: false };
    if (!METHODS.includes(ctx.method))
      throw new ServiceError('error_method_not_allowed', 'The console takes GET and HEAD.', {
        allow: METHODS,
      });
    ctx.set(PAGE_HEADERS);
    ctx.type = 'html';
    ctx.body = renderShell(files, rootOf(ctx.path)).markup;
    return undefined;
  };
}

/** The way from a page to the root of the service, whatever path that stands behind. */
function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

function renderShell(files: PageFiles, root: string): Html {
  const head = { title: 'Operator console', icon: ICON, files, assets: `${root}assets/`, live: true };
  return html`<!doctype html>
<html lang="en" data-root="${root}">
<head>
${renderHead(head)}
</head>
<body>
<noscript><p>The operator console needs JavaScript.</p></noscript>
</body>
</html>
`;
}

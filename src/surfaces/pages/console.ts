import type { OpenRoute } from '../../http/surface.ts';
import type { Assets, PageFiles } from './assets.ts';
import { renderHead } from './head.ts';
import { PAGE_HEADERS } from './headers.ts';
import { type Html, html } from './html.ts';
import { rootOf } from './root.ts';

/** The console reads the rest of its path itself. */
const PATHS = ['/console', '/console/', '/console/*view'];

/** Three bars, for the tab of the browser. */
const ICON =
  '<rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
  '<path d="M9 10h14M9 16h14M9 22h8" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>';

/**
 * The operator console: one document without any data. Its script asks for a key and signs its requests. `name` is that
 * of the company that runs the service.
 */
export function createConsoleRoutes(assets: Assets, name: string | undefined): readonly OpenRoute[] {
  const files = assets.page('console');
  return PATHS.map((path) => ({
    path,
    methods: ['GET', 'HEAD'],
    name: '/console',
    authentication: 'none',
    handle(ctx) {
      ctx.set(PAGE_HEADERS);
      ctx.type = 'html';
      ctx.body = renderShell(files, rootOf(ctx.path), name).markup;
    },
  }));
}

function renderShell(files: PageFiles, root: string, name = ''): Html {
  const head = { title: name || 'Operator console', icon: ICON, files, assets: `${root}assets/`, live: true };
  return html`<!doctype html>
<html lang="en" data-root="${root}" data-name="${name}">
<head>
${renderHead(head)}
</head>
<body>
<noscript><p>The operator console needs JavaScript. <span lang="tr">Operatör konsolu JavaScript gerektirir.</span></p></noscript>
</body>
</html>
`;
}

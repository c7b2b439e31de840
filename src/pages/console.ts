import { ServiceError } from '../domain/errors.ts';
import type { Step } from '../http/mount.ts';
import type { Assets, PageFiles } from './assets.ts';
import { PAGE_HEADERS } from './headers.ts';
import { type Html, html } from './html.ts';

const PATH = /^[/]console([/].*)?$/;
const METHODS: readonly string[] = ['GET', 'HEAD'];

/** Three bars: the one picture of the console that is not in its markup. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
    '<path d="M9 10h14M9 16h14M9 22h8" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>',
)}`;

/**
 * Serves the operator console: one document at its path and everywhere below it, which shows what the rest of
 * the path names. It holds nothing that a key would have to open: its script asks for that, and signs.
 */
export function createConsole(assets: Assets): Step {
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
  const link = (name: string) => `${root}assets/${name}`;
  return html`<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Operator console</title>
<link rel="icon" href="${ICON}">
${files.styles.map((name) => html`<link rel="stylesheet" href="${link(name)}">`)}
${files.scripts.map((name) => html`<script type="module" src="${link(name)}"></script>`)}
</head>
<body>
<noscript><p>The operator console needs JavaScript.</p></noscript>
</body>
</html>
`;
}

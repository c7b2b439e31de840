import type { OpenRoute } from '../http/surface.ts';
import type { Assets } from './assets.ts';
import { renderHead } from './head.ts';
import { html } from './html.ts';
import { createPageRoute } from './static-page.ts';

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

const CONSOLE = {
  path: 'console',
  name: 'Console',
  text: 'The desk of operators, and the set-up of admins.',
};
const DOCS = { path: 'docs', name: 'REST reference', text: 'Every call, with signed requests to try out.' };
const GUIDE = {
  path: 'guide/start',
  name: 'Guide',
  text: 'How to integrate the service, work with it and run it.',
};
const OPENAPI = { path: 'openapi.json', name: 'OpenAPI', text: 'The same for programs.' };
const EXPLORER = { path: 'graphql', name: 'GraphQL explorer', text: 'For developers, with its schema.' };

const ICON =
  '<rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
  '<path d="M9 13h13l-4-4M23 19H10l4 4" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>';

interface HomeOptions {
  readonly assets: Assets;
  readonly appVersion: string;
  /** Whether the GraphQL explorer is there. */
  readonly hasExplorer: boolean;
}

/** The page at the root of the service: where its parts are. It tells nothing that needs a key. */
export function createHomeRoutes({ assets, appVersion, hasExplorer }: HomeOptions): readonly OpenRoute[] {
  const head = {
    title: 'bank-transfers',
    icon: ICON,
    files: assets.page('home'),
    assets: 'assets/',
    live: false,
  };
  const entries: readonly Entry[] = [CONSOLE, GUIDE, DOCS, OPENAPI, ...(hasExplorer ? [EXPLORER] : [])];
  const page = html`<!doctype html>
<html lang="en">
<head>
${renderHead(head)}
</head>
<body>
<main>
<h1>bank-transfers</h1>
<p>Deposits and withdrawals by bank transfer, over REST, GraphQL and tRPC.</p>
<ul>
${entries.map(({ path, name, text }) => html`<li><a href="${path}"><strong>${name}</strong> ${text}</a></li>`)}
</ul>
</main>
<footer>Version ${appVersion}</footer>
</body>
</html>
`;
  return [createPageRoute('/', page)];
}

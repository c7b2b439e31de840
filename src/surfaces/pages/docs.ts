import type { OpenRoute } from '../../http/surface.ts';
import type { Assets } from './assets.ts';
import { renderHead } from './head.ts';
import { PAGE_HEADERS } from './headers.ts';
import { html } from './html.ts';
import { createPageRoute } from './static-page.ts';

const ICON =
  '<rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
  '<path d="M12 9l-5 7 5 7M20 9l5 7-5 7" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>';

/**
 * The reference of the REST calls. Its script reads the OpenAPI document, and signs the calls that a reader tries out.
 * The fields of the key have no names, so that no browser can ever send them.
 */
export function createDocsRoutes(assets: Assets): readonly OpenRoute[] {
  const files = assets.page('docs');
  const head = { title: 'REST reference – bank-transfers', icon: ICON, files, assets: 'assets/', live: true };
  const page = html`<!doctype html>
<html lang="en" data-root="./">
<head>
${renderHead(head)}
</head>
<body>
<nav aria-label="Service"><a href="./">bank-transfers</a> <a href="guide/start">Guide</a> <a href="console">Console</a> <a href="openapi.json">OpenAPI</a> <a href="client.tgz">Client</a> <a href="collection.zip">Bruno</a> <a href="schema.graphql">GraphQL schema</a></nav>
<header hidden>
<form>
<label>appKey <input id="app-key" required autocomplete="off" spellcheck="false"></label>
<label>secret <input id="secret" type="password" required autocomplete="off"></label>
<button>Sign with it</button>
</form>
<output>Enter a key to try calls out. It stays in this page.</output>
</header>
<noscript>The reference needs JavaScript. The document itself is at <a href="openapi.json">openapi.json</a>.</noscript>
<div id="reference"></div>
</body>
</html>
`;
  // When a reader returns to the page, it must no longer contain the key.
  return [createPageRoute('/docs', page, PAGE_HEADERS['Cache-Control'])];
}

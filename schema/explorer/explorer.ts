import { readFile } from 'node:fs/promises';
import type { Middleware } from '../../src/http/surface.ts';

const ENDPOINT = '/graphql';
const FOLDER = `${ENDPOINT}/explorer`;
const CLIENT = new URL('./explorer-client.mjs', import.meta.url);

/** The page loads everything from the service. GraphiQL's editor adds inline styles. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>GraphQL explorer</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${FOLDER}/graphiql.css" />
    <link rel="stylesheet" href="${FOLDER}/explorer.css" />
  </head>
  <body>
    <header>
      <output>Loading …</output>
      <form hidden>
        <label>appKey <input name="appKey" required autocomplete="off" /></label>
        <label>secret <input name="secret" type="password" required autocomplete="off" /></label>
        <button>Use</button>
      </form>
      <button id="change" type="button">Change key</button>
    </header>
    <noscript>The explorer needs JavaScript.</noscript>
    <div id="root"></div>
    <script type="module" src="${FOLDER}/client.js"></script>
    <script defer src="${FOLDER}/graphiql.js"></script>
  </body>
</html>
`;

const CSS = `
body { display: flex; flex-direction: column; height: 100vh; margin: 0; font-family: system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 1em; align-items: center; padding: 0.5em 1em; background: #eef; }
header form { display: flex; flex-wrap: wrap; gap: 0.5em; margin: 0; }
header form[hidden] { display: none; }
#root { flex: 1; min-height: 0; }
`;

interface Asset {
  readonly type: 'html' | 'css' | 'js';
  readonly body: string;
}

/**
 * Serves GraphiQL for developers. The page itself needs no key. It asks for one, and signs its requests with it
 * like every other client.
 */
export function createExplorer(): Middleware {
  let assets: Promise<ReadonlyMap<string, Asset>> | undefined;
  return async (ctx, next) => {
    const isPage = ctx.path === ENDPOINT && ctx.accepts('json', 'text/event-stream', 'html') === 'html';
    if (ctx.method !== 'GET' || !(isPage || ctx.path.startsWith(`${FOLDER}/`))) return next();
    assets ??= loadAssets();
    const asset = (await assets).get(ctx.path);
    if (!asset) return next();
    ctx.state.target = { route: FOLDER, acceptsPlainSign: false };
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = asset.type;
    ctx.body = asset.body;
  };
}

/** GraphiQL is nine megabytes. It is loaded at the first use, and never in production. */
async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const script = (name: string, body: string): [string, Asset] => [
    `${FOLDER}/${name}.js`,
    { type: 'js', body },
  ];
  return new Map<string, Asset>([
    [ENDPOINT, { type: 'html', body: HTML }],
    [`${FOLDER}/explorer.css`, { type: 'css', body: CSS }],
    [`${FOLDER}/graphiql.css`, { type: 'css', body: graphiql.css }],
    script('graphiql', graphiql.js),
    script('client', await readFile(CLIENT, 'utf8')),
    // The editor asks for its workers by these names.
    script('editorWorkerService', graphiql.editorWorkerService),
    script('json', graphiql.jsonWorker),
    script('graphql', graphiql.graphqlWorker),
  ]);
}

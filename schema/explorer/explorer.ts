import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { OpenRoute, RequestContext } from '../../src/http/surface.ts';

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

interface ExplorerFile {
  readonly name: string;
  read(graphiql: Graphiql): string | Promise<string>;
}

type Graphiql = typeof import('@graphql-yoga/render-graphiql/graphiql');

const FILES: readonly ExplorerFile[] = [
  { name: 'explorer.css', read: () => CSS },
  { name: 'client.js', read: () => readFile(CLIENT, 'utf8') },
  { name: 'graphiql.css', read: ({ css }) => css },
  { name: 'graphiql.js', read: ({ js }) => js },
  // The editor asks for its workers by these names.
  { name: 'editorWorkerService.js', read: ({ editorWorkerService }) => editorWorkerService },
  { name: 'json.js', read: ({ jsonWorker }) => jsonWorker },
  { name: 'graphql.js', read: ({ graphqlWorker }) => graphqlWorker },
];

/**
 * GraphiQL for developers. The page itself needs no key. It asks for one, and signs its requests with it like every
 * other client.
 */
export function createExplorerRoutes(): readonly OpenRoute[] {
  const shared = { name: FOLDER, methods: ['GET'], authentication: 'none' } as const;
  return [
    {
      ...shared,
      path: ENDPOINT,
      accepts: (ctx) => ctx.accepts('json', 'text/event-stream', 'html') === 'html',
      handle: (ctx) => write(ctx, 'html', HTML),
    },
    ...FILES.map(({ name, read }) => ({
      ...shared,
      path: `${FOLDER}/${name}`,
      async handle(ctx: RequestContext) {
        // GraphiQL is nine megabytes. It is loaded at the first use, and never in production.
        const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
        write(ctx, extname(name), await read(graphiql));
      },
    })),
  ];
}

function write(ctx: RequestContext, type: string, body: string): void {
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': SECURITY_POLICY,
    'Referrer-Policy': 'no-referrer',
  });
  ctx.type = type;
  ctx.body = body;
}

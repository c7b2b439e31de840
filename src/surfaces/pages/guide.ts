import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { createStaticContent, writeStatic } from '../../http/static.ts';
import type { OpenRoute } from '../../http/surface.ts';
import { type Assets, IMMUTABLE } from './assets.ts';
import { renderHead } from './head.ts';
import { type Html, html } from './html.ts';
import { createPageRoute } from './static-page.ts';

const FOLDER = '/guide/';
const START = 'start';

/** What the service offers for download, with titles for the menu. */
const DOWNLOADS = [
  ['client.tgz', 'TypeScript client'],
  ['openapi.json', 'OpenAPI'],
  ['schema.graphql', 'GraphQL schema'],
  ['collection.zip', 'Bruno collection'],
] as const;

/** The address of a checkout that has just been started, which the documents print. */
const PRINTED_URL = 'http://127.0.0.1:3000';
/** The part of the menu whose pages are for callers. Elsewhere the printed address is that of the process itself. */
const OF_CALLERS = 'Integrate';

/** Pages with fewer sections show no list of them. */
const MIN_LISTED_SECTIONS = 3;

const PICTURE_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.webp': 'image/webp' };
/** These are compressed already. */
const COMPRESSED = ['.webp'];

const ICON =
  '<rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
  '<path d="M9 8h11a3 3 0 0 1 3 3v13H12a3 3 0 0 1-3-3zM13 13h6M13 17h6" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>';

/** As the build writes it: see web/guide-build/build.ts. */
const guideFile = z.object({
  menu: z.array(z.object({ title: z.string(), paths: z.array(z.string()) })),
  pages: z.record(
    z.string(),
    z.object({
      title: z.string(),
      headings: z.array(z.object({ id: z.string(), depth: z.number(), text: z.string() })),
      html: z.string(),
    }),
  ),
  pictures: z.record(z.string(), z.string()),
});

type Guide = z.output<typeof guideFile>;

/** The guide that was rendered last: the services of one process share it. */
let last:
  | {
      readonly assets: Assets;
      readonly writtenMs: number;
      readonly url: string;
      readonly routes: readonly OpenRoute[];
    }
  | undefined;

/**
 * The pages of `docs`, for readers who have the service and no checkout.
 * @param url the public URL of the service, which the examples of the pages for callers get.
 */
export function createGuideRoutes(assets: Assets, url: string): readonly OpenRoute[] {
  // The file has more than a megabyte: it is read again only after a build.
  const { mtimeMs: writtenMs } = statSync(assets.guide);
  if (last?.assets !== assets || last.writtenMs !== writtenMs || last.url !== url)
    last = { assets, writtenMs, url, routes: makeRoutes(assets, withUrl(readGuide(assets), url)) };
  return last.routes;
}

function readGuide({ guide }: Assets): Guide {
  return guideFile.parse(JSON.parse(readFileSync(guide, 'utf8')));
}

/** Prints the address of the service in the pages for callers. */
function withUrl(guide: Guide, url: string): Guide {
  const ofCallers = guide.menu.find(({ title }) => title === OF_CALLERS)?.paths ?? [];
  const { markup } = html`${url}`;
  const pages = Object.entries(guide.pages).map(([path, page]) => [
    path,
    ofCallers.includes(path) ? { ...page, html: page.html.replaceAll(PRINTED_URL, () => markup) } : page,
  ]);
  return { ...guide, pages: Object.fromEntries(pages) };
}

function makeRoutes(assets: Assets, guide: Guide): readonly OpenRoute[] {
  const pages = Object.keys(guide.pages).map((path) =>
    createPageRoute(FOLDER + path, renderPage(guide, path, assets)),
  );
  const pictures = Object.entries(guide.pictures).map(([path, content]) => createPictureRoute(path, content));
  return [...pages, ...pictures, createStartRoute()];
}

/** `/guide` alone redirects to its first page. */
function createStartRoute(): OpenRoute {
  return {
    path: FOLDER.slice(0, -1),
    methods: ['GET', 'HEAD'],
    authentication: 'none',
    handle(ctx) {
      ctx.status = 302;
      ctx.set('Location', FOLDER.slice(1) + START);
    },
  };
}

function createPictureRoute(path: string, content: string): OpenRoute {
  const extension = extname(path);
  const type = PICTURE_TYPES[extension] ?? 'application/octet-stream';
  const picture = createStaticContent(type, Buffer.from(content, 'base64'));
  const written = COMPRESSED.includes(extension) ? { ...picture, encode: undefined } : picture;
  return {
    path: FOLDER + path,
    methods: ['GET', 'HEAD'],
    authentication: 'none',
    handle(ctx) {
      ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
      // A browser that opens the file directly runs nothing. The picture has its styles inside.
      ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      return writeStatic(ctx, written, IMMUTABLE);
    },
  };
}

function renderPage({ menu, pages }: Guide, path: string, assets: Assets): Html {
  const page = pages[path];
  if (!page) throw new Error(`the guide has no page ${path}`);
  // A proxy may have moved the service below a prefix, so all links are relative.
  const folder = '../'.repeat(path.split('/').length - 1);
  const root = `${folder}../`;
  const head = {
    title: `${page.title} – bank-transfers`,
    icon: ICON,
    files: assets.page('guide'),
    assets: `${root}assets/`,
    live: false,
  };
  const link = (target: string) => {
    const current = target === path && html` aria-current="page"`;
    return html`<li><a href="${folder}${target}"${current}>${pages[target]?.title ?? target}</a></li>`;
  };
  const sections = page.headings.filter(({ depth }) => depth === 2);
  const contents =
    sections.length >= MIN_LISTED_SECTIONS &&
    html`<nav class="contents" aria-label="On this page"><ul>
${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
</ul></nav>`;
  return html`<!doctype html>
<html lang="en">
<head>
${renderHead(head)}
</head>
<body>
<header>
<a class="skip" href="#content">Skip to the content</a>
<a class="brand" href="${root}">bank-transfers</a>
<a href="${root}docs">REST reference</a>
<a href="${root}console">Console</a>
<a class="to-menu" href="#menu">All pages</a>
</header>
<div class="frame">
<nav id="menu" class="menu" aria-label="Pages" tabindex="-1">
${menu.map(({ title, paths }) => html`<h2>${title}</h2><ul>${paths.map(link)}</ul>`)}
<h2>Take away</h2><ul>${DOWNLOADS.map(([file, title]) => html`<li><a href="${root}${file}">${title}</a></li>`)}</ul>
</nav>
<main id="content" tabindex="-1">
${contents}
${{ markup: page.html }}
</main>
</div>
</body>
</html>
`;
}

import { createStaticContent, writeStatic } from '../../http/static.ts';
import type { OpenRoute } from '../../http/surface.ts';
import type { Assets, PageFiles } from './assets.ts';
import { renderHead } from './head.ts';
import { PAGE_HEADERS } from './headers.ts';
import { type Html, html } from './html.ts';
import { acceptedLanguage } from './language.ts';
import { SITE_TEXTS } from './texts/site.ts';
import type { Language } from './texts/texts.ts';

/** The sections of the service, with their paths below its root. */
const SECTIONS = [
  ['console', 'console'],
  ['guide', 'guide/start'],
  ['docs', 'docs'],
  ['openapi', 'openapi.json'],
  ['explorer', 'graphql'],
] as const;

const ICON_SVG_BODY =
  '<rect width="32" height="32" rx="8" fill="#1f4fa3"/>' +
  '<path d="M9 13h13l-4-4M23 19H10l4 4" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>';

export interface HomeOptions {
  readonly assets: Assets;
  readonly appVersion: string;
  /** Whether the service has the GraphQL explorer. */
  readonly hasExplorer: boolean;
}

interface IndexPage {
  readonly language: Language;
  readonly files: PageFiles;
  /** The relative path from the page to the root of the service. */
  readonly root: string;
  readonly hasExplorer: boolean;
  readonly title: string;
  readonly text: string;
  readonly footer: Html;
}

/**
 * Renders a page with a title, a text and links to the sections of the service: the index page and the HTML error
 * pages. It is public, so it must show nothing that requires an appKey.
 */
export function renderIndexPage({
  language,
  files,
  root,
  hasExplorer,
  title,
  text,
  footer,
}: IndexPage): Html {
  const { entries } = SITE_TEXTS[language];
  const listed = SECTIONS.filter(([section]) => hasExplorer || section !== 'explorer');
  const renderEntry = ([section, path]: (typeof SECTIONS)[number]) =>
    html`<li><a href="${root}${path}"><strong>${entries[section].name}</strong> ${entries[section].text}</a></li>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
${renderHead({ title, icon: ICON_SVG_BODY, files, assets: `${root}assets/`, live: false })}
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<ul>
${listed.map(renderEntry)}
</ul>
</main>
${footer}
</body>
</html>
`;
}

/** The route of the index page, at the root of the service. */
export function createHomeRoutes({ assets, appVersion, hasExplorer }: HomeOptions): readonly OpenRoute[] {
  const files = assets.page('home');
  const create = (language: Language) => {
    const { about, version } = SITE_TEXTS[language];
    const footer = html`<footer>${version} ${appVersion}</footer>`;
    const page = { language, files, root: '', hasExplorer, title: 'bank-transfers', text: about, footer };
    return createStaticContent('text/html; charset=utf-8', renderIndexPage(page).markup);
  };
  const contents = { en: create('en'), tr: create('tr') } satisfies Record<Language, unknown>;
  return [
    {
      path: '/',
      methods: ['GET', 'HEAD'],
      authentication: 'none',
      handle(ctx) {
        ctx.set(PAGE_HEADERS);
        ctx.vary('Accept-Language');
        return writeStatic(ctx, contents[acceptedLanguage(ctx)], 'no-cache');
      },
    },
  ];
}

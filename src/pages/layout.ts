import type { PageFiles } from './assets.ts';
import type { Speech } from './format.ts';
import { type Html, html } from './html.ts';
import { LANGUAGES, type Language, TEXTS } from './texts.ts';

/** A page is always one level deep: files are found beside it, behind whatever path the service stands. */
const ASSETS = '../assets/';

/** A square with an arrow: the one picture of the page that is not in its markup. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5d53"/>' +
    '<path d="M8 13h14m-4-4 4 4-4 4M24 21H10" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;

export interface PageOptions {
  readonly title: string;
  readonly speech: Speech;
  readonly files: PageFiles;
  readonly main: Html;
  /** Whether the page lives on by its script. */
  readonly live: boolean;
}

/** A whole document around what is said. */
export function renderPage({ title, speech, files, main, live }: PageOptions): string {
  const texts = TEXTS[speech.language];
  const page = html`<!doctype html>
<html lang="${speech.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="${ICON}">
${files.styles.map((name) => html`<link rel="stylesheet" href="${ASSETS + name}">`)}
${live && files.scripts.map((name) => html`<script type="module" src="${ASSETS + name}"></script>`)}
</head>
<body>
<header class="bar">
<p class="brand">${texts.service}</p>
<nav aria-label="${texts.languages}"><ul class="languages">
${LANGUAGES.map((language) => languageLink(language, speech.language))}
</ul></nav>
</header>
${main}
</body>
</html>
`;
  return page.markup;
}

function languageLink(language: Language, current: Language): Html {
  const { language: name } = TEXTS[language];
  const state = language === current && html` aria-current="true"`;
  return html`<li><a href="?lang=${language}" lang="${language}" hreflang="${language}"${state}>${name}</a></li>`;
}

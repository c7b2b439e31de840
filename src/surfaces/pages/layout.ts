import type { PageFiles } from './assets.ts';
import type { PageLocale } from './format.ts';
import { renderHead } from './head.ts';
import { type Html, html } from './html.ts';
import { LANGUAGES, type Language, TEXTS } from './texts/texts.ts';

/** A page is always one level deep. A relative path also works if a proxy moves the service below a prefix. */
const ASSETS = '../assets/';

/** A square with an arrow, for the tab of the browser. */
const ICON =
  '<rect width="32" height="32" rx="8" fill="#0b5d53"/>' +
  '<path d="M8 13h14m-4-4 4 4-4 4M24 21H10" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>';

interface PageOptions {
  readonly title: string;
  readonly locale: PageLocale;
  readonly files: PageFiles;
  readonly main: Html;
  /** True if the page loads its script. */
  readonly live: boolean;
  /** Paths of more stylesheets, below the root of the service. */
  readonly styles?: readonly string[];
}

/** Renders a whole document around the main part. */
export function renderPage({ title, locale, files, main, live, styles = [] }: PageOptions): string {
  const texts = TEXTS[locale.language];
  const page = html`<!doctype html>
<html lang="${locale.language}">
<head>
${renderHead({ title, icon: ICON, files, assets: ASSETS, live })}
${styles.map((path) => html`<link rel="stylesheet" href="../${path}">`)}
<meta name="format-detection" content="telephone=no">
</head>
<body>
<header class="bar">
<p class="brand">${texts.service}</p>
<nav aria-label="${texts.languages}"><ul class="languages">
${LANGUAGES.map((language) => languageLink(language, locale.language))}
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

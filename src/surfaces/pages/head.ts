import type { PageFiles } from './assets.ts';
import { type Html, html } from './html.ts';

interface HeadOptions {
  readonly title: string;
  /** SVG markup in a square of 32 by 32. */
  readonly icon: string;
  readonly files: PageFiles;
  /** The relative path from the page to the built files. */
  readonly assets: string;
  /** True if the page loads its script. */
  readonly live: boolean;
}

/** Renders the head of every page. Search engines do not list the page, and links from it send no referrer. */
export function renderHead({ title, icon, files, assets, live }: HeadOptions): Html {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${icon}</svg>`;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${`data:image/svg+xml,${encodeURIComponent(svg)}`}">
${files.styles.map((name) => html`<link rel="stylesheet" href="${assets + name}">`)}
${live && files.scripts.map((name) => html`<script type="module" src="${assets + name}"></script>`)}`;
}

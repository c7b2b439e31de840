import type { PageFiles } from './assets.ts';
import { type Html, html } from './html.ts';

export interface HeadOptions {
  readonly title: string;
  /** What is drawn in a square of 32 by 32. */
  readonly icon: string;
  readonly files: PageFiles;
  /** The way from the page to the built files. */
  readonly assets: string;
  /** Whether the page lives on by its script. */
  readonly live: boolean;
}

/** What stands in the head of every page: nobody lists it, and it tells no other site where somebody was. */
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

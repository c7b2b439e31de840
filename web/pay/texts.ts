import type { Texts } from '../../src/surfaces/pages/texts/en.ts';

/** Texts that the script shows. The server writes them into the page, in the page's language. */
export type LiveTexts = Texts['live'];

/** Reads the texts from the page. */
export function readTexts(root: HTMLElement): LiveTexts {
  return JSON.parse(root.dataset.texts ?? '{}');
}

const NOTICE_MS = 6000;

let clearing: ReturnType<typeof setTimeout> | undefined;
let lasting = '';

/** Shows a notice for a while, which screen readers read out. The lasting notice returns after it. */
export function notify(text: string): void {
  show(text);
  clearing = setTimeout(() => show(lasting), NOTICE_MS);
}

/** Shows a notice until it is replaced. An empty text removes it. */
export function notifyWhile(text: string): void {
  lasting = text;
  show(text);
}

function show(text: string): void {
  clearTimeout(clearing);
  const element = document.querySelector('[data-notice]');
  if (element) element.textContent = text;
}

/** Makes screen readers read out a text that is visible elsewhere. */
export function announce(text: string): void {
  const element = document.querySelector('[data-spoken]');
  if (element) element.textContent = text;
}

/** Texts that the script shows. The server writes them into the page, in the page's language. */
export interface LiveTexts {
  readonly copied: string;
  readonly copyByHand: string;
  readonly timeOver: string;
  readonly reconnecting: string;
  readonly connected: string;
  readonly failed: string;
  readonly sent: string;
}

/** Reads the texts from the page. */
export function readTexts(root: HTMLElement): LiveTexts {
  return JSON.parse(root.dataset.texts ?? '{}');
}

const NOTICE_MS = 6000;

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice, which screen readers read out. An empty text removes it. */
export function notify(text: string, lasts: boolean): void {
  const element = document.querySelector('[data-notice]');
  if (!element) return;
  element.textContent = text;
  clearTimeout(clearing);
  if (!lasts) clearing = setTimeout(() => notify('', true), NOTICE_MS);
}

/** Makes screen readers read out a text that is visible elsewhere. */
export function announce(text: string): void {
  const element = document.querySelector('[data-spoken]');
  if (element) element.textContent = text;
}

/** What the script says by itself; the server wrote it into the page, in its language. */
export interface LiveTexts {
  readonly copied: string;
  readonly copyByHand: string;
  readonly timeOver: string;
  readonly reconnecting: string;
  readonly connected: string;
  readonly failed: string;
  readonly sent: string;
}

/** The words that the page brought along. */
export function readTexts(root: HTMLElement): LiveTexts {
  return JSON.parse(root.dataset.texts ?? '{}');
}

const NOTICE_MS = 6000;

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Shows a line at the edge of the page, and has it read out; an empty one takes it away. */
export function notify(text: string, lasts: boolean): void {
  const element = document.querySelector('[data-notice]');
  if (!element) return;
  element.textContent = text;
  clearTimeout(clearing);
  if (!lasts) clearing = setTimeout(() => notify('', true), NOTICE_MS);
}

/** Has something read out that eyes see elsewhere. */
export function announce(text: string): void {
  const element = document.querySelector('[data-spoken]');
  if (element) element.textContent = text;
}

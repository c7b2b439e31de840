import { announce, type LiveTexts } from './texts.ts';

const CONFIRMATION_MS = 2500;

/** Shows the copy buttons. They confirm a copy visibly and to screen readers. */
export function enableCopying(root: HTMLElement, texts: LiveTexts): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button, texts));
  }
}

async function copy(button: HTMLButtonElement, texts: LiveTexts): Promise<void> {
  const copied = await writeToClipboard(button.dataset.copy ?? '');
  if (!copied) select(button);
  confirm(button, copied ? texts.copied : texts.copyByHand);
}

/** Copies a text. It fails on pages without https, and when the browser refuses. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function select(button: HTMLButtonElement): void {
  const value = button.parentElement?.querySelector('[data-value]');
  if (value) getSelection()?.selectAllChildren(value);
}

function confirm(button: HTMLButtonElement, text: string): void {
  const label = button.querySelector<HTMLElement>('[data-label]');
  if (!label) return;
  const usual = label.dataset.label || label.textContent;
  label.dataset.label = usual ?? '';
  label.textContent = text;
  button.dataset.done = '';
  announce('');
  announce(`${button.getAttribute('aria-label')}: ${text}`);
  setTimeout(() => {
    label.textContent = usual;
    delete button.dataset.done;
  }, CONFIRMATION_MS);
}

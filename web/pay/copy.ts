import { announce, type LiveTexts, notify } from './texts.ts';

const CONFIRMATION_MS = 2500;

/** Ends the confirmation that is shown: with two of them it would be unclear which value is in the clipboard. */
let endLast = () => {};

/** Makes the copy buttons work, including those of later states. They confirm a copy visibly and to screen readers. */
export function enableCopying(root: HTMLElement, texts: LiveTexts): void {
  root.toggleAttribute('data-live', true);
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button) void copy(button, texts);
  });
}

async function copy(button: HTMLElement, texts: LiveTexts): Promise<void> {
  const value = button.dataset.copy ?? '';
  const copied = await writeToClipboard(value);
  // A later state can have given the button another value, which was not copied.
  if (button.dataset.copy !== value) return;
  confirm(button, copied ? texts.copied : texts.selected);
  if (copied) {
    announce('');
    announce(button.textContent ?? '');
    return;
  }
  select(button);
  notify(texts.copyByHand);
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

function select(button: HTMLElement): void {
  const value = button.parentElement?.querySelector('[data-value]');
  if (value) getSelection()?.selectAllChildren(value);
}

function confirm(button: HTMLElement, text: string): void {
  const label = button.querySelector<HTMLElement>('[data-label]');
  if (!label) return;
  endLast();
  const usual = label.textContent;
  // The value next to it must not move.
  button.style.minWidth = `${button.offsetWidth}px`;
  label.textContent = text;
  button.dataset.done = '';
  const timer = setTimeout(() => endLast(), CONFIRMATION_MS);
  endLast = () => {
    clearTimeout(timer);
    label.textContent = usual;
    delete button.dataset.done;
    endLast = () => {};
  };
}

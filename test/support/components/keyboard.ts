import type { HTMLButtonElement, HTMLElement, HTMLFormElement, HTMLInputElement, Window } from 'happy-dom';

const LINES = 'textarea';
const SUBMIT = 'button:not([type]), [type=submit]';
/** The inputs that block implicit submission (HTML Standard): a form without a button is not sent if it has several. */
const BLOCKING =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=button], [type=file], [type=range], [type=color])';
const FIELDS = 'input:not([type]), input[type=text], input[type=search], input[type=password], textarea';

/** The keyboard of a page that is drawn in this process, with the effects that keys have in a browser. */
export interface Keyboard {
  /** Presses a key, such as `j`, `Enter` or `Shift+S`, in the focused element. */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses a key that is held down already, as a keyboard repeats it. */
  repeat(key: string): Promise<void>;
}

export function keyboardOf(window: Window): Keyboard {
  async function press(keys: string, repeat = false): Promise<void> {
    const parts = keys === '+' ? ['+'] : keys.split('+');
    const key = parts.at(-1) ?? '';
    const held = (name: string) => parts.slice(0, -1).includes(name);
    const event = new window.KeyboardEvent('keydown', {
      key: key === 'Space' ? ' ' : key,
      bubbles: true,
      cancelable: true,
      composed: true,
      repeat,
      shiftKey: held('Shift'),
      ctrlKey: held('Control'),
      metaKey: held('Meta'),
      altKey: held('Alt'),
    });
    const target = (window.document.activeElement ?? window.document.body) as HTMLElement;
    // The browser's default action of a key, unless the page has prevented it.
    if (target.dispatchEvent(event)) act(target, event.key);
    await turn();
  }

  function act(target: HTMLElement, key: string): void {
    if (key === 'Escape') leave();
    else if (key === 'Enter' || key === ' ') {
      if (target.matches('button, summary') || (key === 'Enter' && target.matches('a[href]'))) target.click();
      else if (key === ' ' && target.matches('input[type=checkbox], input[type=radio]')) target.click();
      else if (key === 'Enter' && target.matches('input')) submit((target as HTMLInputElement).form);
      else if (target.matches(LINES)) write(target, key === ' ' ? ' ' : '\n');
      else if (key === ' ' && target.matches(FIELDS)) write(target, ' ');
    } else if (key.length === 1 && target.matches(FIELDS)) write(target, key);
  }

  /** Enter in a field presses the first button that submits its form; without one it submits a form of one field. */
  function submit(form: HTMLFormElement | null): void {
    const button = form?.querySelector(SUBMIT) as HTMLButtonElement | null | undefined;
    if (button) button.click();
    else if (form?.querySelectorAll(BLOCKING).length === 1) form.requestSubmit();
  }

  /** Typing replaces the selection. */
  function write(target: HTMLElement, text: string): void {
    const field = target as HTMLInputElement;
    const { value, selectionStart, selectionEnd } = field;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    field.value = from < to ? value.slice(0, from) + text + value.slice(to) : value + text;
    target.dispatchEvent(new window.Event('input', { bubbles: true, composed: true }));
  }

  /** Closes the dialog that was opened last, unless it refuses. */
  function leave(): void {
    const dialog = [...window.document.querySelectorAll('dialog[open]')].at(-1);
    const asked = new window.Event('cancel', { cancelable: true });
    if (dialog?.dispatchEvent(asked)) (dialog as HTMLElement & { close(): void }).close();
  }

  /** The page draws what has changed before the next key. */
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

  return {
    press: (keys) => press(keys),
    repeat: (key) => press(key, true),
    async type(text) {
      for (const key of text) await press(key);
    },
  };
}

import { useLayoutEffect, useRef } from 'preact/hooks';
import { areShortcutsOn } from './shortcut-setting.ts';

/**
 * Actions of keys, by name: `KeyboardEvent.key`, letters in lower case, with `Shift+` before letters and named keys
 * that are pressed with it. The caps lock changes nothing.
 */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPING = 'input:not([type=checkbox]), select, textarea';

/** A held key repeats moves only: never a decision. */
const REPEATED = ['j', 'k', 'ArrowDown', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowUp'];

/**
 * Handles single keys anywhere on the page, except in text inputs and while a dialog is open. Of several handlers of a
 * key the first acts. Keys of one character can be turned off.
 */
export function useShortcuts(shortcuts: Shortcuts, { isFirst = false } = {}): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // A key works as soon as what it acts on is shown: no effect after painting.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (isModified || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest(TYPING)) return;
      // The focus may be outside the dialog, because the focused element may have been removed.
      if (document.querySelector('dialog[open]')) return;
      const key = nameOf(event);
      // A focused link or button handles Enter itself.
      if (key === 'Enter' && target.closest('a, button, summary')) return;
      // Keys with a name, such as Escape and ArrowDown, are no single characters (WCAG 2.1.4).
      if (event.key.length === 1 && !areShortcutsOn()) return;
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      if (!event.repeat || REPEATED.includes(key)) action();
    };
    document.addEventListener('keydown', onKey, isFirst);
    return () => document.removeEventListener('keydown', onKey, isFirst);
  }, [isFirst]);
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(key);
  const name = isLetter ? key.toLowerCase() : key;
  return shiftKey && (isLetter || key.length > 1) ? `Shift+${name}` : name;
}

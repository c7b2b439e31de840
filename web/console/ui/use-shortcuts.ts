import { useLayoutEffect, useRef } from 'preact/hooks';
import { areShortcutsOn } from './shortcut-setting.ts';

/**
 * Actions by key name. The name is `KeyboardEvent.key`, with letters in lower case even if caps lock is on. With the
 * Shift key, letters and named keys have the prefix `Shift+`.
 */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** The elements in which a key types text. */
export const TYPING = 'input:not([type=checkbox]), select, textarea';

/** The keys that repeat while they are held down. A held key never repeats a decision. */
const REPEATED = ['j', 'k', 'ArrowDown', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowUp'];

/**
 * Handles single keys anywhere on the page, except in text inputs, which Escape leaves, and while a dialog or a popover
 * is open. If several handlers have the same key, only the first one acts. Those with `capture` come before the others,
 * and those on the window after them. Users can turn off keys of one character.
 */
export function useShortcuts(
  shortcuts: Shortcuts,
  { capture = false, on = document }: { readonly capture?: boolean; readonly on?: GlobalEventHandlers } = {},
): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // A layout effect, so that a key works as soon as its target is painted.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (isModified || event.defaultPrevented) return;
      if (!(target instanceof HTMLElement)) return;
      // The focus can be outside the open dialog, because the focused element may have been removed.
      if (document.querySelector('dialog[open], :popover-open')) return;
      if (target.closest(TYPING)) {
        const isLeft = event.key === 'Escape' && !event.isComposing && !capture;
        if (isLeft && target.tagName !== 'SELECT') target.blur();
        return;
      }
      const key = nameOf(event);
      // A focused link or button handles Enter itself.
      if (key === 'Enter' && target.closest('a, button, summary')) return;
      // WCAG 2.1.4 is about single characters, not about named keys such as Escape and ArrowDown.
      if (event.key.length === 1 && !areShortcutsOn()) return;
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      if (!event.repeat || REPEATED.includes(key)) action();
    };
    on.addEventListener('keydown', onKey, capture);
    return () => on.removeEventListener('keydown', onKey, capture);
  }, [capture, on]);
}

/** Returns the name of a key, as in `Shortcuts`. */
export function nameOf({ key, shiftKey }: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(key);
  const name = isLetter ? key.toLowerCase() : key;
  return shiftKey && (isLetter || key.length > 1) ? `Shift+${name}` : name;
}

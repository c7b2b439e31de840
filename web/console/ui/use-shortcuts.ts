import { useEffect, useRef } from 'preact/hooks';
import { areShortcutsOn } from './shortcut-setting.ts';

/** Actions of keys, by `KeyboardEvent.key`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPING = 'input, select, textarea';

/**
 * Handles single keys anywhere on the page, except in text inputs and while a dialog is open. Keys of one character
 * can be turned off.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (isModified || !(target instanceof Element) || target.closest(TYPING)) return;
      // The focus may be outside the dialog, because the focused element may have been removed.
      if (document.querySelector('dialog[open]')) return;
      // A focused link or button handles Enter itself.
      if (key === 'Enter' && target.closest('a, button, summary')) return;
      // Keys with a name, such as Escape and ArrowDown, are no single characters (WCAG 2.1.4).
      if (key.length === 1 && !areShortcutsOn()) return;
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

import { useEffect, useRef } from 'preact/hooks';

/** What keys do, by the names that keyboard events have for them. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPING = 'input, select, textarea';

/** Listens to single keys, wherever the focus is, but not where text is typed or while a question stands open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (isModified || !(target instanceof Element) || target.closest(TYPING)) return;
      // The focus need not be in it: what had it may be gone.
      if (document.querySelector('dialog[open]')) return;
      // A link or button in focus answers to Enter by itself.
      if (key === 'Enter' && target.closest('a, button, summary')) return;
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

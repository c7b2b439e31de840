import { useEffect, useRef } from 'preact/hooks';

/** What keys do, by the names that keyboard events have for them. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Listens to single keys, wherever the focus is, but not where text is typed or a question stands open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (isModified || !(target instanceof Element) || target.closest('input, select, textarea, dialog'))
        return;
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

import { useLayoutEffect } from 'preact/hooks';
import { areShortcutsOn } from './shortcut-setting.ts';
import { nameOf, TYPING } from './use-shortcuts.ts';

/** The longest time between the two keys. */
const PATIENCE_MS = 1_500;

/**
 * Handles two keys in succession: `g` and another one. A second key of one character does nothing else, so that it
 * cannot decide about a row.
 */
export function useGoKeys(go: (key: string) => void): void {
  useLayoutEffect(() => {
    let startedMs = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { target, key, repeat } = event;
      const isElsewhere = !(target instanceof Element) || target.closest(TYPING) !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere || key.length > 1) return;
      if (document.querySelector('dialog[open]') || !areShortcutsOn()) return;
      const isSecond = performance.now() - startedMs < PATIENCE_MS;
      startedMs =
        nameOf(event) === 'g' && !isSecond && !repeat ? performance.now() : Number.NEGATIVE_INFINITY;
      if (!isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      go(nameOf(event));
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [go]);
}

import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import type { ScreenLink } from '../sidebar.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OPEN_PALETTE } from './open.ts';

const Palette = lazyPart(async () => (await import('./screen.ts')).Palette);

/** The search over everything. Ctrl+K and Cmd+K open it from any screen, also while somebody types. */
export function PaletteOpener({ screens }: { readonly screens: readonly ScreenLink[] }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => {
    // Another dialog may hold what is typed into it.
    if (!document.querySelector('dialog[open]')) setOpen(true);
  }, []);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isAsked || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    addEventListener(OPEN_PALETTE, open);
    return () => {
      document.removeEventListener('keydown', onKey);
      removeEventListener(OPEN_PALETTE, open);
    };
  }, [open]);
  return isOpen ? <Palette screens={screens} onClose={() => setOpen(false)} /> : null;
}

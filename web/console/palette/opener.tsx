import type { ComponentType } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import type { ScreenLink } from '../sidebar.tsx';
import { texts } from '../texts/texts.ts';
import { OPEN_PALETTE } from './open.ts';

type Palette = ComponentType<{ readonly screens: readonly ScreenLink[]; readonly onClose: () => void }>;

/** The search over everything. Ctrl+K and Cmd+K open it from any screen, also while somebody types. */
export function PaletteOpener({ screens }: { readonly screens: readonly ScreenLink[] }) {
  const { notify } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<Palette>();
  const open = useCallback(() => {
    // Another dialog may hold what is typed into it.
    if (document.querySelector('dialog[open]')) return;
    setOpen(true);
    import('./screen.ts').then(
      ({ Palette }) => setLoaded(() => Palette),
      () => {
        setOpen(false);
        notify(texts().failures.unreachable);
      },
    );
  }, [notify]);
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
  return isOpen && Loaded ? <Loaded screens={screens} onClose={() => setOpen(false)} /> : null;
}

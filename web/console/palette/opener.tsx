import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import type { ScreenLink } from '../sidebar.tsx';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { type Draft, MAX_LENGTH, OPEN_PALETTE } from './open.ts';

interface PaletteProps {
  readonly screens: readonly ScreenLink[];
  readonly draft: Draft;
  readonly onClose: () => void;
}

const Palette = lazyPart<PaletteProps>(async () => (await import('./screen.ts')).loadPalette(), {
  // It also stays if the code cannot be loaded: the next keys are still meant for it, and not for the screen.
  Meanwhile: DraftField,
});

/** The search over everything. Ctrl+K and Cmd+K open it from any screen, even while somebody types. */
export function PaletteOpener({ screens }: { readonly screens: readonly ScreenLink[] }) {
  const [draft, setDraft] = useState<Draft>();
  const open = useCallback(() => {
    // Another dialog can have a field that somebody types into.
    if (!document.querySelector('dialog[open]')) setDraft({ typed: '', isEntered: false });
  }, []);
  const close = useCallback(() => setDraft(undefined), []);
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
  return draft ? (
    <Dialog title={texts().shell.findAnything} look="palette" onClose={close}>
      <Palette screens={screens} draft={draft} onClose={close} />
    </Dialog>
  ) : null;
}

/** Takes the next keys, which would decide on the screen, until the code of the search is loaded. */
function DraftField({ draft }: PaletteProps) {
  return (
    <input
      aria-label={texts().shell.findAnything}
      maxLength={MAX_LENGTH}
      autocomplete="off"
      onInput={(event) => Object.assign(draft, { typed: event.currentTarget.value, isEntered: false })}
      onKeyDown={({ key }) => {
        if (key === 'Enter') draft.isEntered = true;
      }}
    />
  );
}

import { useLayoutEffect, useState } from 'preact/hooks';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';

const OPEN_HELP = 'console:help';

const ShortcutHelp = lazyPart(async () => (await import('./help.tsx')).ShortcutHelp, {
  onFailed: ({ onClose }) => onClose(),
});

/** Opens the help of the screen that is shown. */
export function openHelp(): void {
  dispatchEvent(new Event(OPEN_HELP));
}

/** The help with the keys of the screen. The question mark opens it on every screen. */
export function HelpOpener({ screen }: { readonly screen: string }) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const open = () => setOpen(true);
    addEventListener(OPEN_HELP, open);
    return () => removeEventListener(OPEN_HELP, open);
  }, []);
  useShortcuts({ '?': openHelp });
  return isOpen ? <ShortcutHelp screen={screen} onClose={() => setOpen(false)} /> : null;
}

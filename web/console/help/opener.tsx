import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
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

/** The keys of the screen. The question mark opens them from any. */
export function HelpOpener({ screen }: { readonly screen: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  useLayoutEffect(() => {
    addEventListener(OPEN_HELP, open);
    return () => removeEventListener(OPEN_HELP, open);
  }, [open]);
  useShortcuts({ '?': open });
  return isOpen ? <ShortcutHelp screen={screen} onClose={() => setOpen(false)} /> : null;
}

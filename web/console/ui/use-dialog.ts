import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Makes a dialog from the function that closes it. */
type Draw = (close: () => void) => VNode;

/** The dialog of a screen, and what opens another. A late answer closes only its own, and not one opened since. */
export function useDialog(): readonly [dialog: VNode | undefined, open: (draw: Draw) => void] {
  const [dialog, setDialog] = useState<VNode>();
  const open = (draw: Draw) => {
    const own: VNode = draw(() => setDialog((now) => (now === own ? undefined : now)));
    setDialog(own);
  };
  return [dialog, open];
}

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Draws a dialog with what its screen shows now, and the function that closes it. */
type Draw<Data> = (close: () => void, data: Data) => VNode;

/** The dialog of a screen, and what opens another. A late answer closes only its own, and not one opened since. */
export function useDialog<Data = void>(): readonly [
  show: (data: Data) => VNode | undefined,
  open: (draw: Draw<Data>) => void,
] {
  const [shown, setShown] = useState<(data: Data) => VNode>();
  const open = (draw: Draw<Data>) => {
    const close = () => setShown((now: typeof shown) => (now === own ? undefined : now));
    const own = (data: Data) => draw(close, data);
    setShown(() => own);
  };
  return [(data) => shown?.(data), open];
}

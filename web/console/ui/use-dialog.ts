import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Renders a dialog with the data of its screen, and the function that closes it. */
type Draw<Data> = (close: () => void, data: Data) => VNode;

/**
 * Returns the dialog of a screen, and a function that opens another one. A late answer closes only its own dialog, not
 * one that was opened since.
 */
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

import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns a function that tells whether the component is still shown. A reply can come after a dialog was closed. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  // A dialog may be closed before an effect after painting runs.
  useLayoutEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return () => isShown.current;
}

import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns a function that checks whether the component is still shown. A reply can come after a dialog was closed. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  // A layout effect, because a dialog may be closed before a passive effect runs.
  useLayoutEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return () => isShown.current;
}

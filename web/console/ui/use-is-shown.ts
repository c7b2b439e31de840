import { useEffect, useRef } from 'preact/hooks';

/** Returns a function that tells whether the component is still shown. A reply can come after a dialog was closed. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return () => isShown.current;
}

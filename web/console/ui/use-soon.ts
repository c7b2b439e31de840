import { useEffect, useRef } from 'preact/hooks';

/** Returns a function that acts at once, and then at most once in each pause, however often it is called. */
export function useSoon(act: () => void, pauseMs: number): () => void {
  const latest = useRef(act);
  latest.current = act;
  const pause = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; isWanted?: boolean }>({});
  useEffect(() => () => clearTimeout(pause.current.timer), []);
  const actSoon = () => {
    const { current } = pause;
    current.isWanted = current.timer !== undefined;
    if (current.isWanted) return;
    latest.current();
    current.timer = setTimeout(() => {
      current.timer = undefined;
      if (current.isWanted) actSoon();
    }, pauseMs);
  };
  return actSoon;
}

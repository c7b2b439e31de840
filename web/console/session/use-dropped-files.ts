import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls back with files that are dropped anywhere on the page. Without it the browser would open them. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  // A layout effect, so that a file may be dropped as soon as the page says so.
  useLayoutEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const take = (event: DragEvent) => {
      event.preventDefault();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', allow);
    addEventListener('drop', take);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', take);
    };
  }, []);
}

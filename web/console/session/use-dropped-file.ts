import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls back with a file that is dropped anywhere on the page. Without it the browser would open the file. */
export function useDroppedFile(onFile: (file: File | undefined) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  // A layout effect, so that a file may be dropped as soon as the page says so.
  useLayoutEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const take = (event: DragEvent) => {
      event.preventDefault();
      latest.current(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', allow);
    addEventListener('drop', take);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', take);
    };
  }, []);
}

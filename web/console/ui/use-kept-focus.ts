import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const CONTROLS = 'a, button';

interface Place {
  readonly element: Element;
  readonly row: number;
  readonly control: number;
}

/**
 * Keeps the focus in a table whose rows can disappear. The focus moves to the same control of the next row, or to the
 * heading of the screen. Give `ref` and `onFocusIn` to the element around the table.
 */
export function useKeptFocus() {
  const ref = useRef<HTMLElement>(null);
  const last = useRef<Place>(undefined);
  const isLost = () =>
    last.current?.element.isConnected === false && document.activeElement === document.body;
  useLayoutEffect(() => {
    if (!last.current || !isLost()) return;
    const { row, control } = last.current;
    const rows = ref.current?.querySelectorAll('tbody tr') ?? [];
    focus(rows[Math.min(row, rows.length - 1)]?.querySelectorAll(CONTROLS)[control]);
  });
  // With the last row, its table disappears.
  useEffect(() => () => void (isLost() && focus(document.querySelector('h1'))), []);
  const onFocusIn = ({ target: element }: FocusEvent) => {
    const row = element instanceof Element && element.closest('tbody tr');
    if (!row) return;
    last.current = {
      element,
      row: [...(row.parentElement?.children ?? [])].indexOf(row),
      control: [...row.querySelectorAll(CONTROLS)].indexOf(element),
    };
  };
  return { ref, onFocusIn };
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus();
}

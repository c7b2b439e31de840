import { useEffect, useRef, useState } from 'preact/hooks';

export interface Selection {
  readonly selected: string | undefined;
  select(id: string): void;
  /** Goes so many rows down, or up. */
  move(rows: number): void;
}

interface SelectionOptions {
  /** Puts the focus on a row that is drawn. */
  readonly focus: (id: string) => void;
  /** The row to begin with, if it is there. */
  readonly initial: string | null;
}

/**
 * Which row of a list the keyboard is on. When it leaves the list, the row that takes its place is chosen.
 */
export function useSelection(ids: readonly string[], { focus, initial }: SelectionOptions): Selection {
  const [selected, setSelected] = useState(() => ids.find((id) => id === initial));
  const place = useRef(0);
  const index = selected === undefined ? -1 : ids.indexOf(selected);
  if (index >= 0) place.current = index;
  const next = ids[Math.min(place.current, ids.length - 1)];
  const isGone = selected !== undefined && index < 0;
  const isFocusLost = useRef(false);
  useEffect(() => {
    if (isGone) {
      setSelected(next);
      isFocusLost.current = true;
    }
    const { activeElement, body } = document;
    // A question that is still open gives the focus back when it closes.
    if (!isFocusLost.current || activeElement?.closest('dialog')) return;
    isFocusLost.current = false;
    if (next !== undefined && activeElement === body) focus(next);
  });
  return {
    selected,
    select: setSelected,
    move(rows) {
      const to = ids[index < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, index + rows))];
      if (to === undefined) return;
      setSelected(to);
      focus(to);
    },
  };
}

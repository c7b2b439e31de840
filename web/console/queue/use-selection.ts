import { useEffect, useRef, useState } from 'preact/hooks';

export interface Selection {
  readonly selected: string | undefined;
  select(id: string): void;
  /** Moves the selection down by this many rows; a negative number moves it up. */
  move(rows: number): void;
}

interface SelectionOptions {
  /** Focuses a rendered row. */
  readonly focus: (id: string) => void;
  /** The row that is selected at first, if the list has it. */
  readonly initial: string | null;
}

/** Keeps the row that is selected by keyboard. When that row leaves the list, the row at its position is selected. */
export function useSelection(ids: readonly string[], { focus, initial }: SelectionOptions): Selection {
  const [selected, setSelected] = useState(() => ids.find((id) => id === initial));
  const lastIndex = useRef(0);
  const index = selected === undefined ? -1 : ids.indexOf(selected);
  if (index >= 0) lastIndex.current = index;
  const next = ids[Math.min(lastIndex.current, ids.length - 1)];
  const isRemoved = selected !== undefined && index < 0;
  const isFocusLost = useRef(false);
  useEffect(() => {
    if (isRemoved) {
      setSelected(next);
      isFocusLost.current = true;
    }
    const { activeElement, body } = document;
    // An open dialog returns the focus when it closes.
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

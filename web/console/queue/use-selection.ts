import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changeParams } from '../router.ts';

export interface Selection {
  /** The open transaction; else the row that is selected by keyboard. */
  readonly selected: string | undefined;
  select(id: string): void;
  /** Moves the selection down by this many rows; a negative number moves it up. @returns the row it moved to. */
  move(rows: number): string | undefined;
}

interface SelectionOptions {
  /** Focuses a rendered row. */
  readonly focus: (id: string) => void;
  /** The transaction in the pane. */
  readonly openId: string | null;
}

/**
 * Keeps what keys act on. While a transaction is open it is that one, and a move opens the next. When the selected row
 * leaves the list, the row at its position is selected.
 */
export function useSelection(ids: readonly string[], { focus, openId }: SelectionOptions): Selection {
  const [marked, setMarked] = useState<string>();
  const selected = openId ?? marked;
  const place = useRef<{ readonly index: number; readonly id?: string }>({ index: 0 });
  const index = selected === undefined ? -1 : ids.indexOf(selected);
  if (selected !== undefined && index >= 0) place.current = { index, id: selected };
  const next = ids[Math.min(place.current.index, ids.length - 1)];
  // A transaction that never was in the list may be open all the same.
  const isRemoved = index < 0 && (openId === null || place.current.id === openId);
  const isFocusLost = useRef(false);
  const select = (id: string) => {
    setMarked(id);
    if (openId !== null && id !== openId) changeParams({ open: id }, { replace: true });
  };
  // A key acts on the selected row as soon as the row is shown: no effect after painting.
  useLayoutEffect(() => {
    if (openId !== null) setMarked(openId);
  }, [openId]);
  useLayoutEffect(() => {
    if (!isRemoved || next === undefined) return;
    isFocusLost.current ||= selected !== undefined;
    select(next);
  });
  useEffect(() => {
    const { activeElement, body } = document;
    // An open dialog returns the focus when it closes.
    if (!isFocusLost.current || activeElement?.closest('dialog')) return;
    isFocusLost.current = false;
    if (next !== undefined && activeElement === body) focus(next);
  });
  return {
    selected,
    select,
    move(rows) {
      const to = ids[index < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, index + rows))];
      if (to === undefined || to === selected) return undefined;
      select(to);
      focus(to);
      return to;
    },
  };
}

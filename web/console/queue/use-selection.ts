import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changeParams } from '../router.ts';
import { focusRow } from '../ui/data-table.tsx';

export interface Selection {
  /** The open transaction, or else the current row of the keyboard. */
  readonly selected: string | undefined;
  select(id: string): void;
  /**
   * Moves the current row down by this many rows; a negative number moves it up. @returns the id of the new row;
   * undefined if it did not move.
   */
  move(rows: number): string | undefined;
}

/**
 * Keeps the current row, on which keys act. While a transaction is open, it is the current row, and a move opens the
 * next one. When the current row leaves the list, the row that takes its position becomes the current one.
 * @param openId the transaction, or the line, in the pane.
 */
export function useSelection(ids: readonly string[], openId: string | null): Selection {
  const [marked, setMarked] = useState<string>();
  const selected = openId ?? marked;
  const place = useRef<{ readonly index: number; readonly id?: string }>({ index: 0 });
  const index = selected === undefined ? -1 : ids.indexOf(selected);
  if (selected !== undefined && index >= 0) place.current = { index, id: selected };
  const next = ids[Math.min(place.current.index, ids.length - 1)];
  // An open transaction may never have been in the list.
  const isRemoved = index < 0 && (openId === null || place.current.id === openId);
  const isFocusLost = useRef(false);
  const select = (id: string) => {
    setMarked(id);
    if (openId !== null && id !== openId) changeParams({ open: id }, { replace: true });
  };
  // A layout effect, so that keys act on the row as soon as it is painted.
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
    if (next !== undefined && activeElement === body) focusRow(next);
  });
  return {
    selected,
    select,
    move(rows) {
      const to = ids[index < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, index + rows))];
      if (to === undefined || to === selected) return undefined;
      select(to);
      focusRow(to);
      return to;
    },
  };
}

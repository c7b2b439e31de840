import { useRef, useState } from 'preact/hooks';
import type { Transaction } from '../service/types.ts';
import { canSettleAtOnce } from '../transactions/actions.ts';
import type { Selection } from './use-selection.ts';

/**
 * The checked deposits, for one decision about all of them. Withdrawals are settled one by one, by the operator who
 * paid them.
 */
export type Chosen = ReturnType<typeof useChosen>;

/** Keeps the checked rows among those that can be decided. Rows that leave the list are no longer checked. */
export function useChosen(rows: readonly Transaction[], selection: Selection) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | undefined>(undefined);
  const pending = rows.filter(canSettleAtOnce);
  const items = pending.filter(({ transactionId }) => ids.has(transactionId));
  const canChoose = (id: string) => pending.some(({ transactionId }) => transactionId === id);
  const isChosen = (id: string) => items.some(({ transactionId }) => transactionId === id);
  const set = (changed: readonly string[], isOn: boolean) => {
    const next = new Set(items.map(({ transactionId }) => transactionId));
    for (const id of changed) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setIds(next);
  };
  const idsBetween = (one: string, other: string): readonly string[] => {
    const all = pending.map(({ transactionId }) => transactionId);
    const [from, to] = [all.indexOf(one), all.indexOf(other)].sort((a, b) => a - b);
    return from === undefined || to === undefined || from < 0 ? [other] : all.slice(from, to + 1);
  };
  return {
    items,
    has: isChosen,
    toggle(id: string) {
      if (!canChoose(id)) return;
      anchor.current = id;
      set([id], !isChosen(id));
    },
    /** Checks or unchecks all rows from the one toggled last to this one. */
    toggleUpTo(id: string) {
      set(idsBetween(anchor.current ?? id, id), !isChosen(id));
      anchor.current = id;
    },
    /** Moves the current row, and checks both rows. */
    extend(by: number) {
      const { selected } = selection;
      const to = selection.move(by) ?? selected;
      const known = [selected, to].flatMap((id) => (id !== undefined && canChoose(id) ? id : []));
      if (known.length > 0) set(known, true);
      anchor.current = to;
    },
    /** Checks all shown deposits; if all are checked, unchecks them. */
    toggleAll() {
      const all = pending.map(({ transactionId }) => transactionId);
      set(all, items.length < all.length);
    },
    clear: () => setIds(new Set()),
  };
}

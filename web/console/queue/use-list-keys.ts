import { changeParams } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { Chosen } from './use-chosen.ts';
import type { Decisions } from './use-decisions.ts';
import type { Selection } from './use-selection.ts';

interface Keyed {
  readonly items: readonly Transaction[];
  readonly selection: Selection;
  readonly chosen: Chosen;
  readonly decisions: Decisions;
  readonly openId: string | null;
  /** Called when the selection would move beyond the last row. */
  readonly onEnd: () => void;
}

/** The keys of queue and search. What is open is decided by the keys of its pane. */
export function useListKeys({ items, selection, chosen, decisions, openId, onEnd }: Keyed): void {
  const { selected } = selection;
  const move = (rows: number) => {
    if (rows > 0 && items.at(-1)?.transactionId === selected) onEnd();
    selection.move(rows);
  };
  const onSelected = (act: (transaction: Transaction) => void) => () => {
    const item = items.find(({ transactionId }) => transactionId === selected);
    if (item) act(item);
  };
  useShortcuts({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    ...(openId === null && {
      s: onSelected((item) => decisions.decide('settle', item)),
      r: onSelected((item) => decisions.decide('reject', item)),
      p: onSelected(decisions.pay),
      'Shift+s': onSelected(decisions.settleAtOnce),
    }),
    ...(decisions.mayChange && {
      x: () => selected && chosen.toggle(selected),
      a: chosen.toggleAll,
      'Shift+ArrowDown': () => chosen.extend(1),
      'Shift+ArrowUp': () => chosen.extend(-1),
    }),
    Enter: () => selected && changeParams({ open: selected }),
    '?': () => decisions.open({ kind: 'help' }),
  });
  const settleChosen = () => decisions.open({ kind: 'settle many' });
  // Chosen rows come before the one that is selected or open.
  const onChosen = { s: settleChosen, 'Shift+s': settleChosen, Escape: chosen.clear };
  useShortcuts(chosen.items.length > 0 ? onChosen : {}, { isFirst: true });
}

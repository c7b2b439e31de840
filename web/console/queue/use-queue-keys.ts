import { changeParams } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { Queue } from './queue-state.ts';
import type { Chosen } from './use-chosen.ts';
import type { Decisions } from './use-decisions.ts';
import type { LiveQueue } from './use-queue.ts';
import type { Selection } from './use-selection.ts';

interface Keyed {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly selection: Selection;
  readonly chosen: Chosen;
  readonly decisions: Decisions;
  readonly openId: string | null;
}

/** The keys of the queue. What is open is decided by the keys of its pane. */
export function useQueueKeys({ data, queue, selection, chosen, decisions, openId }: Keyed): void {
  const { items, cursor } = data;
  const { selected } = selection;
  const move = (rows: number) => {
    const isAtEnd = rows > 0 && items.at(-1)?.transactionId === selected;
    if (isAtEnd && cursor !== null) queue.readMore();
    else if (isAtEnd) queue.takeArrivals();
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
  // What is chosen is decided before what is selected or open.
  const onChosen = { s: settleChosen, 'Shift+s': settleChosen, Escape: chosen.clear };
  useShortcuts(chosen.items.length > 0 ? onChosen : {}, { isFirst: true });
}

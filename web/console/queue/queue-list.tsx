import { useEffect, useState } from 'preact/hooks';
import { changeParams } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import type { Action } from '../transactions/actions.ts';
import { othersClaim } from '../transactions/labels.ts';
import { SettleManyDialog } from '../transactions/settle-many.tsx';
import { TransitionDialog } from '../transactions/transition-dialog.tsx';
import { useClaim } from '../transactions/use-claim.ts';
import { useQuickSettle } from '../transactions/use-quick-settle.ts';
import { focusRow } from '../ui/data-table.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { BankSums } from './bank-sums.tsx';
import { ShortcutHelp } from './help.tsx';
import type { Queue } from './queue-state.ts';
import { QueueTable } from './queue-table.tsx';
import { Rest, Toolbar } from './toolbar.tsx';
import type { Totals } from './totals.tsx';
import { useChosen } from './use-chosen.ts';
import type { LiveQueue } from './use-queue.ts';
import { useSelection } from './use-selection.ts';

interface QueueListProps {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly openId: string | null;
  readonly isFiltered: boolean;
  /** Whether only withdrawals are shown. */
  readonly isToPay: boolean;
  /** Undefined while they are not known. */
  readonly totals: Totals | undefined;
}

/** The rows of the queue, with what keys and buttons do to them. */
export function QueueList({ data, queue, openId, isFiltered, isToPay, totals }: QueueListProps) {
  const { items, cursor } = data;
  const mayChange = useRight('changeTransactions');
  const [decision, setDecision] = useState<{ readonly action: Action; readonly transaction: Transaction }>();
  const [isSettlingMany, setSettlingMany] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const ids = items.map((item) => item.transactionId);
  const selection = useSelection(ids, { focus: focusRow, openId });
  const chosen = useChosen(items, selection);
  const quick = useQuickSettle({ onChanged: queue.applyUpdate, onDecided: queue.remove });
  const claiming = useClaim(queue.applyUpdate);
  const { notify } = useSignedIn();
  const { selected } = selection;
  useEffect(() => queue.keep(selected));

  const decide = (action: Action, transaction: Transaction) => {
    selection.select(transaction.transactionId);
    if (transaction.status !== 'pending' || !mayChange) return;
    if (othersClaim(transaction)) notify(texts().transactions.problems.error_claimed);
    else setDecision({ action, transaction });
  };
  const hasChosen = chosen.items.length > 0;
  const settleChosen = () => setSettlingMany(true);
  const pay = (transaction: Transaction) => {
    if (!mayChange || transaction.type !== 'withdrawal' || transaction.status !== 'pending') return;
    changeParams({ open: transaction.transactionId });
    claiming.claim(transaction);
  };
  // What is open is decided in its pane.
  const shown = openId === null ? items.find(({ transactionId }) => transactionId === selected) : undefined;
  const move = (rows: number) => {
    const isAtEnd = rows > 0 && ids.at(-1) === selected;
    if (isAtEnd && cursor !== null) queue.readMore();
    else if (isAtEnd) queue.takeArrivals();
    selection.move(rows);
  };
  const settleAtOnce = () => {
    if (!mayChange || shown?.status !== 'pending') return;
    // The next row is selected at once, so that the next key need not wait for the service.
    if (!selection.move(1)) selection.move(-1);
    quick.settle(shown);
  };
  useShortcuts({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    ...(openId === null && {
      s: () => shown && decide('settle', shown),
      r: () => shown && decide('reject', shown),
      p: () => shown && pay(shown),
      'Shift+s': settleAtOnce,
    }),
    ...(mayChange && {
      x: () => selected && chosen.toggle(selected),
      a: chosen.toggleAll,
      'Shift+ArrowDown': () => chosen.extend(1),
      'Shift+ArrowUp': () => chosen.extend(-1),
    }),
    Enter: () => selected && changeParams({ open: selected }),
    '?': () => setHelpOpen(true),
  });
  // What is chosen is decided before what is selected or open.
  useShortcuts(hasChosen ? { s: settleChosen, 'Shift+s': settleChosen, Escape: chosen.clear } : {}, {
    isFirst: true,
  });
  return (
    <>
      <Toolbar
        data={data}
        totals={totals}
        isToPay={isToPay}
        chosen={chosen}
        onSettleChosen={settleChosen}
        onHelp={() => setHelpOpen(true)}
      />
      {isToPay && <BankSums data={data} />}
      {items.length > 0 ? (
        <QueueTable
          items={items}
          selection={selection}
          chosen={chosen}
          deciding={quick.deciding}
          openId={openId}
          onDecide={mayChange ? decide : undefined}
        />
      ) : (
        <NoRows isReading={cursor !== null} isFiltered={isFiltered} />
      )}
      <Rest data={data} queue={queue} totals={totals} />
      {decision && (
        <TransitionDialog
          {...decision}
          onChanged={queue.applyUpdate}
          onDecided={queue.remove}
          onClose={() => setDecision(undefined)}
        />
      )}
      {isSettlingMany && (
        <SettleManyDialog
          items={chosen.items}
          onChanged={queue.applyUpdate}
          onDecided={queue.remove}
          onClose={() => setSettlingMany(false)}
        />
      )}
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** An empty list. While more is to be read, it does not say that nothing waits. */
function NoRows({ isReading, isFiltered }: { readonly isReading: boolean; readonly isFiltered: boolean }) {
  const t = texts().queue;
  if (isReading) return <Loading what={t.what} />;
  if (isFiltered) return <Empty title={t.nothingFound}>{t.nothingFoundHint}</Empty>;
  return <Empty title={t.empty}>{t.emptyHint}</Empty>;
}

import { useEffect } from 'preact/hooks';
import { type Entry, useEntry } from '../search-field/entry.ts';
import { texts } from '../texts/texts.ts';
import { SettleManyDialog } from '../transactions/settle-many.tsx';
import { TransitionDialog } from '../transactions/transition-dialog.tsx';
import { focusRow } from '../ui/data-table.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { BankSums } from './bank-sums.tsx';
import { ShortcutHelp } from './help.tsx';
import type { Queue } from './queue-state.ts';
import { QueueTable } from './queue-table.tsx';
import { Rest, Toolbar } from './toolbar.tsx';
import type { Totals } from './totals.tsx';
import { type Chosen, useChosen } from './use-chosen.ts';
import { type Decisions, useDecisions } from './use-decisions.ts';
import type { LiveQueue } from './use-queue.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useSelection } from './use-selection.ts';

interface QueueListProps {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly openId: string | null;
  readonly isFiltered: boolean;
  /** Enter in the search field. */
  readonly entry: Entry | undefined;
  /** Whether only withdrawals are shown. */
  readonly isToPay: boolean;
  /** Undefined while they are not known. */
  readonly totals: Totals | undefined;
}

/** The rows of the queue, with what keys and buttons do to them. */
export function QueueList(props: QueueListProps) {
  const { data, queue, openId, isFiltered, entry, isToPay, totals } = props;
  const { items, cursor } = data;
  const ids = items.map((item) => item.transactionId);
  const selection = useSelection(ids, { focus: focusRow, openId });
  const chosen = useChosen(items, selection);
  const decisions = useDecisions(queue, selection);
  useEffect(() => queue.keep(selection.selected));
  useEntry(entry, {
    items,
    isComplete: cursor === null,
    select: selection.select,
    settle: decisions.mayChange ? (transaction) => decisions.decide('settle', transaction) : undefined,
    settleAtOnce: decisions.settleAtOnce,
  });
  useQueueKeys({ data, queue, selection, chosen, decisions, openId });
  return (
    <>
      <Toolbar
        data={data}
        totals={totals}
        isToPay={isToPay}
        chosen={chosen}
        onSettleChosen={() => decisions.open({ kind: 'settle many' })}
        onHelp={() => decisions.open({ kind: 'help' })}
      />
      {isToPay && <BankSums data={data} />}
      {items.length > 0 ? (
        <QueueTable
          items={items}
          selection={selection}
          chosen={chosen}
          deciding={decisions.deciding}
          openId={openId}
          onDecide={decisions.mayChange ? decisions.decide : undefined}
        />
      ) : (
        <NoRows isReading={cursor !== null} isFiltered={isFiltered} />
      )}
      <Rest data={data} queue={queue} totals={totals} />
      <QueueDialog decisions={decisions} queue={queue} chosen={chosen} />
    </>
  );
}

interface QueueDialogProps extends Pick<QueueListProps, 'queue'> {
  readonly decisions: Decisions;
  readonly chosen: Chosen;
}

function QueueDialog({ decisions: { dialog, open }, queue, chosen }: QueueDialogProps) {
  const outcomes = {
    onChanged: queue.applyUpdate,
    onDecided: queue.remove,
    onClose: () => open(undefined),
  };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'decide':
      return <TransitionDialog action={dialog.action} transaction={dialog.transaction} {...outcomes} />;
    case 'settle many':
      return <SettleManyDialog items={chosen.items} {...outcomes} />;
    case 'help':
      return <ShortcutHelp onClose={outcomes.onClose} />;
  }
}

/** An empty list. While more is to be read, it does not say that nothing waits. */
function NoRows({ isReading, isFiltered }: { readonly isReading: boolean; readonly isFiltered: boolean }) {
  const t = texts().queue;
  if (isReading) return <Loading what={t.what} />;
  if (isFiltered) return <Empty title={t.nothingFound}>{t.nothingFoundHint}</Empty>;
  return <Empty title={t.empty}>{t.emptyHint}</Empty>;
}

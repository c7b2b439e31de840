import { useState } from 'preact/hooks';
import { DetailPane } from '../detail/detail.tsx';
import { formatCount } from '../format.ts';
import { changeParams, useRoute } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { useRight } from '../session/context.ts';
import type { Action } from '../transactions/actions.ts';
import { TransitionDialog } from '../transactions/transition-dialog.tsx';
import { focusRow } from '../ui/data-table.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { ShortcutHelp } from './help.tsx';
import type { Queue } from './queue-state.ts';
import { QueueTable } from './queue-table.tsx';
import { type LiveQueue, useQueue } from './use-queue.ts';
import { useSelection } from './use-selection.ts';

/** The pending transactions, oldest first, and the open one. */
export function QueueScreen() {
  const openId = useRoute().params.get('open');
  const queue = useQueue();
  return (
    <div class={openId ? 'split open' : 'split'}>
      <div class="list">
        <Async what="the queue" loaded={queue.loaded}>
          {(data) => <QueueList data={data} queue={queue} openId={openId} />}
        </Async>
      </div>
      {openId && (
        <DetailPane
          id={openId}
          onChanged={queue.applyUpdate}
          onClose={() => changeParams({ open: undefined })}
        />
      )}
    </div>
  );
}

interface ChosenAction {
  readonly action: Action;
  readonly transaction: Transaction;
}

interface QueueListProps {
  readonly data: Queue;
  readonly queue: LiveQueue;
  readonly openId: string | null;
}

function QueueList({ data: { items, cursor }, queue, openId }: QueueListProps) {
  const mayChange = useRight('changeTransactions');
  const [chosen, setChosen] = useState<ChosenAction>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const selection = useSelection(
    items.map((item) => item.transactionId),
    { focus: focusRow, initial: openId },
  );
  const choose = (
    action: Action,
    transaction = items.find((item) => item.transactionId === selection.selected),
  ) => {
    if (transaction && mayChange) setChosen({ action, transaction });
  };
  const down = () => selection.move(1);
  const up = () => selection.move(-1);
  useShortcuts({
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    s: () => choose('settle'),
    r: () => choose('reject'),
    Enter: () => selection.selected && changeParams({ open: selection.selected }),
    '?': () => setHelpOpen(true),
  });
  return (
    <>
      <div class="toolbar">
        <p role="status">
          <strong>{formatCount(items.length)}</strong>
          {cursor !== null && ' oldest'} waiting
        </p>
        <button type="button" class="end" onClick={() => setHelpOpen(true)}>
          Shortcuts <kbd>?</kbd>
        </button>
      </div>
      {items.length === 0 ? (
        <Empty title="Nothing waits">New transactions appear here by themselves.</Empty>
      ) : (
        <QueueTable items={items} selection={selection} onChoose={mayChange ? choose : undefined} />
      )}
      {cursor !== null && (
        <button type="button" class="more" disabled={queue.isReadingMore} onClick={queue.readMore}>
          {queue.isReadingMore ? 'Reading …' : 'Show more'}
        </button>
      )}
      {chosen && (
        <TransitionDialog {...chosen} onChanged={queue.applyUpdate} onClose={() => setChosen(undefined)} />
      )}
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}

import { useState } from 'preact/hooks';
import { ShortcutHelp } from '../queue/help.tsx';
import { type Chosen, useChosen } from '../queue/use-chosen.ts';
import { type Selection, useSelection } from '../queue/use-selection.ts';
import { changeParams } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { focusRow } from '../ui/data-table.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { Action } from './actions.ts';
import { othersClaim } from './labels.ts';
import { SettleManyDialog } from './settle-many.tsx';
import { TransitionDialog } from './transition-dialog.tsx';
import { useClaim } from './use-claim.ts';
import { useQuickSettle } from './use-quick-settle.ts';

interface ListTerms {
  readonly items: readonly Transaction[];
  readonly openId: string | null;
  /** Called with the current version when somebody else has changed a transaction. */
  readonly onChanged: (transaction: Transaction) => void;
  readonly onDecided: (transaction: Transaction) => void;
  /** Called when the selection would move beyond the last row. */
  readonly onEnd: () => void;
}

interface Decision {
  readonly action: Action;
  readonly transaction: Transaction;
}

/** What is selected, chosen and decided in a list. */
export interface ListWork extends Pick<ListTerms, 'onChanged' | 'onDecided'> {
  readonly mayChange: boolean;
  readonly selection: Selection;
  readonly chosen: Chosen;
  /** The rows whose decision is on its way. */
  readonly deciding: ReadonlySet<string>;
  readonly dialog: Decision | 'many' | 'help' | undefined;
  decide(action: Action, transaction: Transaction): void;
  /** Settles with the amount as asked, without a dialog. */
  settleAtOnce(transaction: Transaction): void;
  settleChosen(): void;
  closeDialog(): void;
}

/** Work with the rows of a list, by buttons and keys. What is open is decided in its pane. */
export function useListWork({ items, openId, onChanged, onDecided, onEnd }: ListTerms): ListWork {
  const mayChange = useRight('changeTransactions');
  const { notify } = useSignedIn();
  const [dialog, setDialog] = useState<ListWork['dialog']>();
  const ids = items.map((item) => item.transactionId);
  const selection = useSelection(ids, { focus: focusRow, openId });
  const chosen = useChosen(items, selection);
  const quick = useQuickSettle({ onChanged, onDecided });
  const work: ListWork = {
    ...{ mayChange, selection, chosen, dialog, onChanged, onDecided },
    deciding: quick.deciding,
    decide(action, transaction) {
      selection.select(transaction.transactionId);
      if (transaction.status !== 'pending' || !mayChange) return;
      if (othersClaim(transaction)) notify(texts().transactions.problems.error_claimed);
      else setDialog({ action, transaction });
    },
    settleAtOnce: quick.settle,
    settleChosen: () => setDialog('many'),
    closeDialog: () => setDialog(undefined),
  };
  useListKeys(work, { items, openId, onEnd, openHelp: () => setDialog('help') });
  return work;
}

interface KeyTerms extends Pick<ListTerms, 'items' | 'openId' | 'onEnd'> {
  readonly openHelp: () => void;
}

function useListKeys(work: ListWork, { items, openId, onEnd, openHelp }: KeyTerms): void {
  const { selection, chosen, mayChange, decide } = work;
  const { selected } = selection;
  const claiming = useClaim(work.onChanged);
  const shown = openId === null ? items.find(({ transactionId }) => transactionId === selected) : undefined;
  const move = (rows: number) => {
    if (rows > 0 && items.at(-1)?.transactionId === selected) onEnd();
    selection.move(rows);
  };
  const pay = (transaction: Transaction) => {
    if (transaction.type !== 'withdrawal' || transaction.status !== 'pending') return;
    changeParams({ open: transaction.transactionId });
    claiming.claim(transaction);
  };
  const settleAndMove = (transaction: Transaction) => {
    if (transaction.status !== 'pending') return;
    selection.move(1);
    work.settleAtOnce(transaction);
  };
  const decisions = {
    s: () => shown && decide('settle', shown),
    r: () => shown && decide('reject', shown),
    p: () => shown && pay(shown),
    'Shift+s': () => shown && settleAndMove(shown),
  };
  useShortcuts({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    ...(mayChange && openId === null && decisions),
    ...(mayChange && {
      x: () => selected && chosen.toggle(selected),
      a: chosen.toggleAll,
      'Shift+ArrowDown': () => chosen.extend(1),
      'Shift+ArrowUp': () => chosen.extend(-1),
    }),
    Enter: () => selected && changeParams({ open: selected }),
    '?': openHelp,
  });
  const { settleChosen } = work;
  // What is chosen is decided before what is selected or open.
  useShortcuts(
    chosen.items.length > 0 ? { s: settleChosen, 'Shift+s': settleChosen, Escape: chosen.clear } : {},
    { isFirst: true },
  );
}

/** The dialog that is open over a list. */
export function ListDialogs({ work }: { readonly work: ListWork }) {
  const { dialog, closeDialog: onClose, onChanged, onDecided, chosen } = work;
  if (dialog === undefined) return null;
  if (dialog === 'help') return <ShortcutHelp onClose={onClose} />;
  if (dialog === 'many')
    return <SettleManyDialog items={chosen.items} {...{ onChanged, onDecided, onClose }} />;
  return <TransitionDialog {...dialog} {...{ onChanged, onDecided, onClose }} />;
}

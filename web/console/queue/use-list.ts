import { changeParams } from '../router.ts';
import { type Entry, useEntry } from '../search-field/entry.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { type Chosen, useChosen } from './use-chosen.ts';
import { type Decisions, type Rows, useDecisions } from './use-decisions.ts';
import { type Selection, useSelection } from './use-selection.ts';

/** A list of transactions that are opened, checked and decided: the queue and the search results. */
export interface List {
  readonly items: readonly Transaction[];
  readonly selection: Selection;
  readonly chosen: Chosen;
  readonly decisions: Decisions;
  /** The transaction in the pane. */
  readonly openId: string | null;
}

interface ListOptions extends Pick<List, 'items' | 'openId'> {
  readonly rows: Rows;
  /** The last Enter in the search field. */
  readonly entry: Entry | undefined;
  /** No further pages are left. */
  readonly isComplete: boolean;
  readonly onMovePastEnd: () => void;
}

/** Returns what keys and buttons do to the rows of a list. */
export function useList({ items, openId, rows, entry, isComplete, onMovePastEnd }: ListOptions): List {
  const ids = items.map(({ transactionId }) => transactionId);
  const selection = useSelection(ids, openId);
  const chosen = useChosen(items, selection);
  const decisions = useDecisions(rows, selection);
  const list = { items, selection, chosen, decisions, openId };
  useEntry(entry, {
    items,
    isComplete,
    select: selection.select,
    settle: decisions.canChange ? (transaction) => decisions.decide('settle', transaction) : undefined,
  });
  useListKeys(list, onMovePastEnd);
  return list;
}

/**
 * Handles the keyboard shortcuts of the queue and of the search results. While a transaction is open, its pane handles
 * s, r, p and Shift+S instead, unless rows are checked.
 * @param onMovePastEnd called when a key would move the current row beyond the last one.
 */
function useListKeys(list: List, onMovePastEnd: () => void): void {
  const { items, selection, chosen, decisions, openId } = list;
  const { selected } = selection;
  const { notify } = useSignedIn();
  const move = (rows: number) => {
    if (rows > 0 && items.at(-1)?.transactionId === selected) onMovePastEnd();
    selection.move(rows);
  };
  const onCurrentRow = (act: (transaction: Transaction) => void) => () => {
    const item = items.find(({ transactionId }) => transactionId === selected);
    if (item) act(item);
  };
  useShortcuts({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    ...(openId === null && {
      s: onCurrentRow((item) => decisions.decide('settle', item)),
      r: onCurrentRow((item) => decisions.decide('reject', item)),
      p: onCurrentRow(decisions.openAndClaim),
      'Shift+s': onCurrentRow(decisions.settleWithoutDialog),
    }),
    ...(decisions.canChange && {
      x: () => selected && chosen.toggle(selected),
      a: chosen.toggleAll,
      'Shift+ArrowDown': () => chosen.extend(1),
      'Shift+ArrowUp': () => chosen.extend(-1),
    }),
    Enter: () => selected && changeParams({ open: selected }),
  });
  // While rows are checked, s and Shift+S settle all of them and Escape unchecks them. These handlers run in the
  // capture phase, before those of the current row and of the pane.
  const settleChecked = () => decisions.open({ kind: 'settle many' });
  // Checked rows are never rejected together. The operator means none of the other rows either.
  const refuse = () => notify(texts().queue.rejectOne);
  const onChecked = { s: settleChecked, 'Shift+s': settleChecked, r: refuse, Escape: chosen.clear };
  useShortcuts(chosen.items.length > 0 ? onChecked : {}, { capture: true });
}

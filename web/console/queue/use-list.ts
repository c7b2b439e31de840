import { type Entry, useEntry } from '../search-field/entry.ts';
import type { Transaction } from '../service/types.ts';
import { type Chosen, useChosen } from './use-chosen.ts';
import { type Decisions, type Rows, useDecisions } from './use-decisions.ts';
import { useListKeys } from './use-list-keys.ts';
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
    settle: decisions.mayChange ? (transaction) => decisions.decide('settle', transaction) : undefined,
  });
  useListKeys(list, onMovePastEnd);
  return list;
}

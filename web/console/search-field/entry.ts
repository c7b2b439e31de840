import { useEffect } from 'preact/hooks';
import { useRoute } from '../router.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { focusRow } from '../ui/data-table.tsx';

/**
 * A press of Enter or the arrow down in the search field. It takes effect once, when the rows for its text are loaded.
 */
export interface Entry {
  /** The text of the field. If it has changed, the entry no longer has an effect. */
  readonly query: string;
  /** Whether it only moves to the rows. */
  readonly isMove: boolean;
  /** Takes the entry. @returns false when it was taken before. */
  take(): boolean;
}

export function newEntry(query: string, isMove: boolean): Entry {
  let isTaken = false;
  return {
    query,
    isMove,
    take() {
      const wasTaken = isTaken;
      isTaken = true;
      return !wasTaken;
    },
  };
}

interface Rows {
  readonly items: readonly Transaction[];
  /** No further pages are left. */
  readonly isComplete: boolean;
  readonly select: (transactionId: string) => void;
  /** Opens the dialog that settles it; undefined for viewers. */
  readonly settle: ((transaction: Transaction) => void) | undefined;
}

/**
 * Does what Enter asks for: it offers to settle the only result, if it waits, and the focus returns to the field for
 * the
 * next line. Among several the first is selected. The component with the rows calls it, which is shown only when they
 * are those of the field.
 */
export function useEntry(entry: Entry | undefined, { items, isComplete, select, settle }: Rows): void {
  const query = useRoute().params.get('query') ?? '';
  useEffect(() => {
    // A transaction with a planned decision does not count as a result while there are others.
    const [first = items[0], second] = items.filter(({ planned }) => !planned);
    if (!entry || (!first && !isComplete) || !entry.take() || !first || entry.query !== query) return;
    select(first.transactionId);
    const isOnly = second === undefined && isComplete && isWaiting(first);
    if (isOnly && settle && !entry.isMove) settle(first);
    else focusRow(first.transactionId);
  });
}

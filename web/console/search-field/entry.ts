import { useEffect } from 'preact/hooks';
import type { Transaction } from '../service/types.ts';
import { focusRow } from '../ui/data-table.tsx';

/** Enter in the one field. It takes effect once, when the rows are there that it asked for. */
export interface Entry {
  /** With Shift: settle without a dialog. */
  readonly isQuick: boolean;
  /** Only go to the rows. */
  readonly isMove: boolean;
  /** Takes the entry. @returns false when it was taken before. */
  take(): boolean;
}

interface Rows {
  readonly items: readonly Transaction[];
  /** No further pages are left. */
  readonly isComplete: boolean;
  /** Selects a row. */
  readonly select: (transactionId: string) => void;
  /** Opens the dialog that settles it; undefined for viewers. */
  readonly settle: ((transaction: Transaction) => void) | undefined;
  /** Settles it with the amount as asked. */
  readonly settleAtOnce: (transaction: Transaction) => void;
}

/**
 * Does what Enter asks for: the only hit, if it waits, is to be settled, and the focus stays in the field for the next
 * line. Among several the first is selected. The component with the rows calls it, which is shown only when they are
 * those of the field.
 */
export function useEntry(entry: Entry | undefined, rows: Rows): void {
  useEffect(() => {
    const [first, second] = rows.items;
    if (!entry || (!first && !rows.isComplete) || !entry.take() || !first) return;
    const { transactionId } = first;
    rows.select(transactionId);
    const isOnly = second === undefined && rows.isComplete && first.status === 'pending';
    if (!isOnly || entry.isMove || !rows.settle) focusRow(transactionId);
    else if (entry.isQuick) rows.settleAtOnce(first);
    else rows.settle(first);
  });
}

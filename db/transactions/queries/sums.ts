import { createSums, type TransactionSum } from '../../../src/transactions/domain/sums.ts';
import type { ListPosition, TransactionFilter } from '../../../src/transactions/store.ts';
import type { Database } from '../../tables.ts';
import { listTransactions } from './list.ts';
import { MAX_SCANNED_ROWS, yieldToEventLoop } from './scans.ts';

/** The transactions that are read at once. */
const PAGE_ROWS = 1_000;
/** The most transactions that are added up. */
const MAX_SUMMED = 50_000;

interface SumsQuery {
  readonly filter: TransactionFilter;
  /** The most transactions that are added up; 50,000 by default. */
  readonly max?: number;
  /** The transactions that are read at once; 1,000 by default. */
  readonly pageRows?: number;
}

interface SumsResult {
  readonly groups: readonly TransactionSum[];
  /** False when there are more: then the newest ones are added up. */
  readonly isComplete: boolean;
  /** The rows that were examined. */
  readonly scannedRows: number;
}

/** Adds up the transactions that the list finds, from the newest on, so that every filter of the list works here. */
export async function sumTransactions(
  db: Database,
  { filter, max = MAX_SUMMED, pageRows = PAGE_ROWS }: SumsQuery,
): Promise<SumsResult> {
  const sums = createSums();
  let after: ListPosition | undefined;
  let found = 0;
  for (let scannedRows = 0; ; ) {
    const limit = Math.min(pageRows, max - found);
    const page = await listTransactions(db, { filter, page: { after, limit } });
    for (const transaction of page.items) sums.add(transaction);
    found += page.items.length;
    // Rows that an index finds cost a read as well.
    scannedRows += page.scannedRows + page.items.length;
    if (!page.next || found >= max || scannedRows >= MAX_SCANNED_ROWS)
      return { groups: sums.groups(), isComplete: !page.next, scannedRows };
    after = page.next;
    await yieldToEventLoop();
  }
}

import { MOST_SCANNED, type MovableDeposits } from '../../src/operations/sandbox/store.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import type { Database } from '../tables.ts';
import { CHUNK_ROWS, letOthersRun } from './scans.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface MovableRequest {
  readonly clientId: string;
  readonly nowMs: number;
  /** How long a deposit may be pending, also after its payer reported the money as sent. */
  readonly longestPendingMs: number;
  readonly most: number;
}

/**
 * Finds the pending deposits of a test key, whose times move with its clock. Where no index has them alone, they are
 * looked for among its newest transactions, and a scan must not take the writer from creates.
 */
export async function findMovableDeposits(
  db: Database,
  { clientId, nowMs, longestPendingMs, most }: MovableRequest,
): Promise<MovableDeposits> {
  const { newestTransaction, findPending } = engineSqlOf(db);
  const place = await newestTransaction(db);
  const known = await findPending?.(db, clientId, most + 1);
  if (known) return { ids: known.length > most ? undefined : known, place, scannedRows: known.length };
  const ids: string[] = [];
  const client = await db
    .selectFrom('clients')
    .select('clock_ahead_ms')
    .where('id', '=', clientId)
    .executeTakeFirst();
  // Another process may have made some by an older state of the clock.
  let fromMs = nowMs + (client?.clock_ahead_ms ?? 0) - longestPendingMs - DAY_MS;
  let afterId = '';
  let scannedRows = 0;
  for (;;) {
    const rows = await db
      .selectFrom('transactions')
      .select(['id', 'type', 'status', 'created_at_ms'])
      .where('client_id', '=', clientId)
      .where((eb) => eb(eb.refTuple('created_at_ms', 'id'), '>', eb.tuple(fromMs, afterId)))
      .orderBy('created_at_ms')
      .orderBy('id')
      .limit(CHUNK_ROWS)
      .execute();
    for (const { id, type, status } of rows) if (type === 'deposit' && status === 'pending') ids.push(id);
    scannedRows += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK_ROWS)
      return { ids: ids.length > most ? undefined : ids, place, scannedRows };
    if (ids.length > most || scannedRows >= MOST_SCANNED) return { ids: undefined, place, scannedRows };
    fromMs = last.created_at_ms;
    afterId = last.id;
    await letOthersRun();
  }
}

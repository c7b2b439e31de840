import { sql } from 'kysely';
import type { RowDisagreement, RowProblem } from '../../src/domain/consistency.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import type { Database } from '../tables.ts';
import { searchRows } from './pages.ts';

interface Row {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly sequence: number;
}

/** The literals of a transaction that nothing has happened to. */
const CONDITIONS: Readonly<Record<RowProblem, ReturnType<typeof sql>>> = {
  'row-without-event': sql`t.sequence < 1 or (t.sequence = 1 and t.status <> 'pending') or (t.sequence > 1 and e.id is null)`,
  'row-differs': sql`
    (t.sequence = 1 and t.status = 'pending' and (t.status_reason is not null or t.final_amount_minor is not null))
    or (t.sequence > 1 and (
      t.status <> e.to_status
      or (e.id is not null and t.status_reason is distinct from e.reason)
      or (e.id is not null and t.final_amount_minor is distinct from e.final_amount_minor)
    ))`,
};

/**
 * Each transaction stands where its last event left it; one without events is pending with sequence 1, without a
 * reason and a final amount.
 */
export async function* checkRows(db: Database): AsyncGenerator<readonly RowDisagreement[]> {
  const pages = searchRows<RowProblem, Row>(db, {
    from: sql`transactions as t left join events as e on e.transaction_id = t.id and e.sequence = t.sequence`,
    key: sql`t.id`,
    start: '',
    columns: sql<Row>`t.id, t.status, t.sequence`,
    conditions: CONDITIONS,
  });
  for await (const findings of pages)
    yield findings.flatMap(({ row: { id, status, sequence }, kinds }) =>
      kinds.map((kind) => ({ kind, transactionId: id, status, sequence })),
    );
}

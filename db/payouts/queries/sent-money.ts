import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import type { BatchState, PayoutRowState } from '../../../src/payouts/domain/batch.ts';
import type { BankStatus } from '../../../src/payouts/domain/payout-state.ts';
import { type UnpaidState, unpaidStateOf } from '../../../src/payouts/domain/row-state.ts';
import type { LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import type { SentMoney, SentRow } from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { Flag } from '../../sql/columns.ts';
import { compileForList } from '../../sql/compiled.ts';
import { readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { namesInFiles } from './live.ts';
import { findCovered, findNaming, MAX_NAMING, toLines } from './naming-lines.ts';
import { PAID_MINOR } from './paid.ts';

/** How many files of one withdrawal are read. If there are more, money may be out. */
const MAX_FILES = 100;

interface FoundRow {
  readonly transaction_id: string;
  readonly end_to_end_id: string;
  readonly payment_id: string;
  readonly state: PayoutRowState;
  readonly is_executed: Flag;
  readonly bank_status: BankStatus | null;
  readonly batch_state: BatchState;
  readonly unpaid_state: UnpaidState | null;
  readonly line_id: string | null;
  readonly number: number | string;
  readonly account_id: string;
  readonly currency: string;
  readonly amount_minor: number | string;
}

/**
 * Finds all that is known about the money of withdrawals and refunds: their payouts in bank files, and the booked lines
 * that name these payouts, a payment that contains one, or the withdrawals and refunds themselves.
 * @param unsaved lines that count as if they were imported.
 * @returns the facts by id, for those that were in a file and for withdrawals that a line names.
 */
export async function findSentMoney(
  db: Database,
  transactionIds: readonly string[],
  unsaved: readonly LineFacts[] = [],
): Promise<ReadonlyMap<string, SentMoney>> {
  const found = await findRows(db, transactionIds);
  const ids = [...new Set(transactionIds)];
  const namesById = new Map(ids.map((id) => [id, namesInFiles(found.get(id) ?? [])]));
  const lines = await findNaming(db, [...[...namesById.values()].flat(), ...ids], unsaved);
  const covered = await findCovered(db, lines);
  const byHand = await findByHand(
    db,
    ids.filter((id) => !found.has(id) && lines.has(id)),
  );
  return new Map(
    ids.flatMap((transactionId) => {
      const rows = found.get(transactionId)?.map(toRow) ?? byHand.get(transactionId) ?? [];
      if (rows.length === 0) return [];
      const named = namesById.get(transactionId)?.map((name) => lines.get(name) ?? []) ?? [];
      const byOwnId = lines.get(transactionId) ?? [];
      const isWhole =
        rows.length <= MAX_FILES && [...named, byOwnId].every(({ length }) => length <= MAX_NAMING);
      const all = toLines({ rows, inFiles: named.flat(), byOwnId, covered });
      return [[transactionId, { transactionId, rows, lines: all, isWhole }] as const];
    }),
  );
}

const selectByHand = compileForList((db, transactionIds) =>
  db
    .selectFrom('transactions')
    .select(['id', 'status', 'currency', 'amount_minor'])
    .where('id', 'in', transactionIds)
    .where('type', '=', 'withdrawal')
    .where('is_test', '=', 0),
);

/** Finds withdrawals that are in no file, each as one payout. */
async function findByHand(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SentRow[]>> {
  const found = await selectByHand(db, transactionIds);
  return new Map(
    found.map(({ id, status, currency, amount_minor: amountMinor }) => {
      const state = status === 'successful' ? 'paid' : 'out';
      const unknown = { batchNumber: null, accountId: null, lineId: null, isExecuted: false } as const;
      const row = { endToEndId: id, currency, amountMinor: Number(amountMinor), state, ...unknown } as const;
      return [id, [{ ...row, unpaidState: 'out' }]];
    }),
  );
}

async function findRows(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
  const rows = await readEach(
    db,
    [...new Set(transactionIds)],
    (id) => sql<FoundRow>`
    select r.transaction_id, r.end_to_end_id, r.payment_id, r.state, r.is_executed, r.bank_status, r.unpaid_state, r.line_id, b.number,
      b.state as batch_state, b.account_id, b.currency,
      ${PAID_MINOR} as amount_minor
    from payout_rows as r cross join payout_batches as b
      left join transactions as t on t.id = r.transaction_id left join refunds as f on f.id = r.transaction_id
    where r.transaction_id = ${id} and r.payment_id is not null and b.id = r.batch_id order by b.number limit ${MAX_FILES + 1}`,
  );
  const unique = new Map(rows.map((row) => [row.end_to_end_id, row]));
  return groupBy(unique.values(), (row) => row.transaction_id);
}

function toRow({ number, amount_minor, ...row }: FoundRow): SentRow {
  const isExecuted = row.is_executed === 1;
  return {
    endToEndId: row.end_to_end_id,
    batchNumber: Number(number),
    accountId: row.account_id,
    currency: row.currency,
    amountMinor: Number(amount_minor),
    state: row.state,
    unpaidState: unpaidStateOf(
      { bankStatus: row.bank_status, isExecuted },
      row.batch_state,
      row.unpaid_state,
    ),
    isExecuted,
    lineId: row.line_id,
  };
}

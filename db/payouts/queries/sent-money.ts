import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import type { PayoutRowState } from '../../../src/payouts/domain/batch.ts';
import { payoutsOfDebit } from '../../../src/payouts/domain/debits.ts';
import { batchesOf, countOf } from '../../../src/reconciliation/domain/matching/payout-lines.ts';
import type {
  NamingLine,
  SentMoney,
  SentRow,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import { IS_HELD } from '../../reconciliation/queries/lines-to-match.ts';
import type { Flag } from '../../sql/columns.ts';
import { readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { findFiledPayouts } from './filed.ts';
import { PAID_MINOR } from './paid.ts';

/** The most files that one withdrawal was in, and lines that name one payout or payment. With more, money may be out. */
const MAX_FOUND = 100;

interface FoundRow {
  readonly transaction_id: string;
  readonly end_to_end_id: string;
  readonly payment_id: string;
  readonly state: PayoutRowState;
  readonly is_executed: Flag;
  readonly line_id: string | null;
  readonly number: number | string;
  readonly account_id: string;
  readonly currency: string;
  readonly amount_minor: number | string;
}

interface FoundLine {
  readonly reference: string;
  readonly id: string;
  readonly direction: 'credit' | 'debit';
  readonly amount_minor: number | string;
  readonly currency: string;
  readonly account_id: string;
  readonly state: string;
  readonly payment_count: number | string | null;
  readonly matched_with: string | null;
  readonly is_collective: Flag;
  readonly held: Flag;
}

/**
 * Finds all that is known of the money of withdrawals and refunds in files for banks: their payouts, and the booked lines
 * that name these, or a payment that has one of them.
 * @returns it by the ids of those that were in a file.
 */
export async function findSentMoney(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, SentMoney>> {
  const found = await findRows(db, transactionIds);
  const lines = await findNaming(db, [...found.values()].flatMap(namesOf));
  const covered = await findCovered(db, lines);
  return new Map(
    [...found].map(([transactionId, rows]) => {
      const naming = namesOf(rows).map((name) => lines.get(name) ?? []);
      const isWhole = [rows, ...naming].every(({ length }) => length <= MAX_FOUND);
      const all = toLines(naming.flat(), covered);
      return [transactionId, { transactionId, rows: rows.map(toRow), lines: all, isWhole }];
    }),
  );
}

/** The ids by which lines can name the payouts: end-to-end ids, and the ids of their payments. */
function namesOf(rows: readonly FoundRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ end_to_end_id, payment_id }) => [end_to_end_id, payment_id]))];
}

async function findRows(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
  const rows = await readEach(
    db,
    [...new Set(transactionIds)],
    (id) => sql<FoundRow>`
    select r.transaction_id, r.end_to_end_id, r.payment_id, r.state, r.is_executed, r.line_id, b.number, b.account_id, b.currency,
      ${PAID_MINOR} as amount_minor
    from payout_rows as r cross join payout_batches as b
      left join transactions as t on t.id = r.transaction_id left join refunds as f on f.id = r.transaction_id
    where r.transaction_id = ${id} and r.payment_id is not null and b.id = r.batch_id limit ${MAX_FOUND + 1}`,
  );
  const unique = new Map(rows.map((row) => [row.end_to_end_id, row]));
  return groupBy(unique.values(), (row) => row.transaction_id);
}

/** Finds booked lines of imported files that name any of these. */
async function findNaming(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundLine[]>> {
  const rows = await readEach(
    db,
    [...new Set(names)],
    (name) => sql<FoundLine>`
    select n.reference, l.id, l.direction, l.amount_minor, l.currency, l.account_id, l.state, l.payment_count, l.is_collective,
      coalesce(l.transaction_id, (select max(f.id) from refunds as f where f.return_line_id = l.id)) as matched_with,
      ${IS_HELD} as held
    from line_references as n cross join statement_lines as l cross join statements as s
      cross join statement_files as sf
    where n.reference = ${name} and l.id = n.line_id and l.status = 'booked'
      and s.id = l.statement_id and sf.id = s.file_id and sf.state = 'imported'
    order by n.line_id limit ${MAX_FOUND + 1}`,
  );
  const unique = new Map(rows.map((row) => [`${row.reference} ${row.id}`, row]));
  return groupBy(unique.values(), (row) => row.reference);
}

const IS_PAYMENT = /-G\d+$/;

/** Finds the payouts that debits of whole payments stand for, by their lines. What has settled is in the rows. */
async function findCovered(
  db: Database,
  lines: ReadonlyMap<string, readonly FoundLine[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const covered = new Map<string, readonly string[]>();
  for (const [paymentId, naming] of lines) {
    const open = naming.filter(({ direction, state }) => direction === 'debit' && state !== 'matched');
    if (!IS_PAYMENT.test(paymentId) || open.length === 0) continue;
    const batches = batchesOf(await findFiledPayouts(db, { ids: [], paymentIds: [paymentId] }));
    for (const line of open) {
      const { id: lineId, currency } = line;
      const paymentCount = line.payment_count === null ? null : Number(line.payment_count);
      const count = countOf({ paymentCount, isCollective: line.is_collective === 1 });
      const debit = { lineId, currency, amountMinor: Number(line.amount_minor), count };
      const payment = { endToEndId: null, paymentInformationId: paymentId };
      covered.set(lineId, payoutsOfDebit({ ...debit, ...payment }, batches));
    }
  }
  return covered;
}

function toRow({ number, amount_minor, ...row }: FoundRow): SentRow {
  return {
    endToEndId: row.end_to_end_id,
    batchNumber: Number(number),
    accountId: row.account_id,
    currency: row.currency,
    amountMinor: Number(amount_minor),
    state: row.state,
    isExecuted: row.is_executed === 1,
    lineId: row.line_id,
  };
}

function toLines(
  found: readonly FoundLine[],
  covered: ReadonlyMap<string, readonly string[]>,
): readonly NamingLine[] {
  const lines = new Map<string, NamingLine>();
  for (const line of found) {
    const named = IS_PAYMENT.test(line.reference) ? (covered.get(line.id) ?? []) : [line.reference];
    lines.set(line.id, {
      lineId: line.id,
      direction: line.direction,
      amountMinor: Number(line.amount_minor),
      currency: line.currency,
      accountId: line.account_id,
      state: line.state,
      isHeld: line.held === 1,
      matchedWith: line.matched_with,
      endToEndIds: [...new Set([...(lines.get(line.id)?.endToEndIds ?? []), ...named])],
    });
  }
  return [...lines.values()];
}

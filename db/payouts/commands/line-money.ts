import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import {
  type RefundableLine,
  type RefundedLine,
  remainderOf,
} from '../../../src/payouts/domain/give-back.ts';
import type { DepositFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import type { LineRefusal } from '../../../src/reconciliation/line-store.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import type { StillOutRefusal } from '../../../src/transactions/domain/transition.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findNamed } from '../../reconciliation/queries/match-transactions.ts';
import { isDeposit } from '../../reconciliation/rows/matched-transactions.ts';
import type { StatementLinesTable } from '../../reconciliation/rows/statement-lines.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database, DatabaseTransaction } from '../../tables.ts';
import { readDepositFacts } from '../../transactions/queries/deposit-facts.ts';
import { refuseEndedOut } from './still-out.ts';

/**
 * Locks the deposits that a line names. A command that credits one of them by hand locks it too, so whichever command
 * comes second sees the effect of the first. The line is locked.
 */
export async function lockNamed(trx: DatabaseTransaction, lineId: string): Promise<void> {
  const deposits = await findDepositsOf(trx, lineId);
  await lockTransactions(
    trx,
    deposits.map(({ transactionId }) => transactionId),
  );
}

interface MoneyOfLine extends RefundableLine {
  readonly id: string;
}

/**
 * Reads the amount of a line, minus what its refunds lost when they came back. The line or these refunds are locked.
 */
export async function moneyOf(
  trx: DatabaseTransaction,
  { id, amount_minor, currency }: Pick<StatementLinesTable, 'id' | 'amount_minor' | 'currency'>,
): Promise<MoneyOfLine> {
  const returned = await trx
    .selectFrom('refunds as f')
    .innerJoin('statement_lines as c', 'c.id', 'f.return_line_id')
    .select(['f.amount_minor', 'c.amount_minor as back_minor', 'c.currency'])
    .where('f.line_id', '=', id)
    .where('f.state', '=', 'returned')
    .execute();
  // A return in another currency counts as zero, since its value is not known.
  const lostOf = (one: (typeof returned)[number]) =>
    one.currency === currency ? Math.max(0, one.amount_minor - one.back_minor) : one.amount_minor;
  return { id, currency, amountMinor: returned.reduce((left, one) => left - lostOf(one), amount_minor) };
}

interface MoneyQuery {
  /** Hundredths. */
  readonly amountMinor: number;
  /** Whether a deposit that an operator has credited is deducted from the line; by default it is. */
  readonly counts?: (deposit: DepositFacts) => boolean;
}

/** Refuses to use more of an open line than is left of it. The line is locked. */
export async function refuseTaken(
  trx: DatabaseTransaction,
  line: MoneyOfLine,
  asked: MoneyQuery,
): Promise<LineRefusal | undefined> {
  const { amountMinor: maximumMinor } = line;
  if (asked.amountMinor > maximumMinor) return { type: 'line-reduced', maximumMinor };
  return (await refuseCredited(trx, line, asked)) ?? refuseOut(trx, line.id);
}

/**
 * Refuses to use more of a line than is left after the deposits that it names and that were credited by hand. The line
 * and these deposits are locked: see lockNamed.
 */
export async function refuseCredited(
  trx: DatabaseTransaction,
  line: MoneyOfLine,
  { amountMinor, counts = () => true }: MoneyQuery,
): Promise<LineRefusal | undefined> {
  const deposits = (await findDepositsOf(trx, line.id)).filter(counts);
  const leftMinor = remainderOf(line, deposits);
  const credited = deposits.find(({ paidWithoutLineMinor }) => paidWithoutLineMinor !== null);
  if (!credited || amountMinor <= leftMinor) return undefined;
  const { transactionId } = credited;
  return { type: 'deposit-credited', transactionId, maximumMinor: Math.max(0, leftMinor) };
}

/** Refuses to use money of an open line that has left with refunds which have all ended. */
async function refuseOut(trx: DatabaseTransaction, lineId: string): Promise<StillOutRefusal | undefined> {
  const rows = await trx.selectFrom('refunds').select('id').where('line_id', '=', lineId).execute();
  return refuseEndedOut(
    trx,
    rows.map(({ id }) => id),
  );
}

const selectRefunded = compileForList((db, references) =>
  db
    .selectFrom('line_references as n')
    .innerJoin('refunds as f', 'f.line_id', 'n.line_id')
    .innerJoin('statement_lines as l', 'l.id', 'n.line_id')
    .select(['n.reference', 'n.line_id', 'l.amount_minor', 'l.currency', 'f.amount_minor as refund_minor'])
    .select(['f.id', sql<number>`case when f.state in ('open', 'paid') then 1 else 0 end`.as('is_live')])
    .where('n.reference', 'in', references)
    .orderBy('f.id')
    .forUpdate('f'),
);

/**
 * Finds the lines that name deposits and whose money was or will be given back, or has left with a refund that has
 * ended, by the ids of the deposits. Locks the refunds, so that commands that credit deposits of one line at once run
 * one after another. The deposits are locked: see lockNamed.
 */
export async function findRefunded(
  trx: DatabaseTransaction,
  deposits: readonly Transaction[],
): Promise<ReadonlyMap<string, readonly RefundedLine[]>> {
  const ids = new Map(deposits.map(({ id }) => [id, id]));
  for (const one of deposits)
    if (one.type === 'deposit' && one.reference !== null) ids.set(one.reference, one.id);
  const found = new Map<string, Set<RefundedLine>>();
  for (const rows of groupBy(await selectRefunded(trx, [...ids.keys()]), (row) => row.line_id).values()) {
    const line = await toRefunded(trx, rows);
    if (!line) continue;
    for (const { reference } of rows) {
      const id = ids.get(reference) ?? '';
      found.set(id, (found.get(id) ?? new Set()).add(line));
    }
  }
  return new Map([...found].map(([id, named]) => [id, [...named]]));
}

type RefundedRow = Awaited<ReturnType<typeof selectRefunded>>[number];

/** Reads a line from its refunds, which come once for each name. @returns undefined if all its money is there. */
async function toRefunded(
  trx: DatabaseTransaction,
  rows: readonly RefundedRow[],
): Promise<RefundedLine | undefined> {
  const [first] = rows as [RefundedRow];
  const lineId = first.line_id;
  const line = { ...(await moneyOf(trx, { ...first, id: lineId })), lineId };
  const ended = rows.filter(({ is_live: isLive }) => isLive === 0).map(({ id }) => id);
  if (await refuseEndedOut(trx, [...new Set(ended)])) return { ...line, leftMinor: 0 };
  const live = rows.find(({ is_live: isLive }) => isLive === 1);
  if (!live && line.amountMinor === first.amount_minor) return undefined;
  const leftMinor = remainderOf(line, await findDepositsOf(trx, lineId)) - (live?.refund_minor ?? 0);
  return { ...line, leftMinor };
}

/** Finds the deposits that a line names, by reference or by id. */
async function findDepositsOf(db: Database, lineId: string): Promise<readonly DepositFacts[]> {
  const rows = await db
    .selectFrom('line_references')
    .select('reference')
    .where('line_id', '=', lineId)
    .execute();
  const names = rows.map(({ reference }) => reference);
  return readDepositFacts(db, (await findNamed(db, { references: names, ids: names })).filter(isDeposit));
}

import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import type { ProposedLines } from '../../../src/reconciliation/read-store.ts';
import { isIn } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';
import { nameOf } from '../../transactions/queries/deposit-facts.ts';
import { decisionFromRow } from '../rows/line-decisions.ts';
import { storedLineFromRow } from '../rows/statement-lines.ts';
import { findDoubts } from './doubts.ts';
import { selectLines } from './statements.ts';

/** The most lines, and the most deposits, that lines are compared with. */
const MAX_RIVALS = 5_000;

/**
 * Finds the newest booked lines that wait with proposals, each with its decision, and what could stand against these: other
 * open credits of their accounts and amounts, the deposits that wait there now, and the open credits that name one of these.
 * Lines with a doubt about their money are left out. Where there is more than can be compared, it finds nothing.
 */
export async function findProposedLines(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<ProposedLines> {
  const rows = await selectLines(db)
    // A literal, so that the planner uses the index of states.
    .where('l.state', '=', sql.lit('proposed'))
    .where('l.status', '=', 'booked')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const decisionIds = rows.flatMap(({ decision_id: id }) => id ?? []);
  const none = { lines: [], otherLines: [], naming: new Map(), deposits: [] };
  if (decisionIds.length === 0) return none;
  const ofAmounts = await findOfAmounts(db, ids);
  const deposits = await findWaiting(db, ids);
  const naming = await findNaming(db, deposits);
  if ([ofAmounts, deposits, naming].some(({ length }) => length > MAX_RIVALS)) return none;
  const otherLines = await selectLines(db).where('l.id', 'in', ofAmounts).execute();
  const made = await db.selectFrom('line_decisions').selectAll().where('id', 'in', decisionIds).execute();
  const decisions = new Map(made.map((row) => [row.id, decisionFromRow(row)]));
  const doubts = await findDoubts(db, rows);
  const lines = rows.flatMap((row) => {
    const decision = decisions.get(row.decision_id ?? '');
    return decision && !doubts.has(row.id) ? [{ stored: storedLineFromRow(row), decision }] : [];
  });
  return {
    lines,
    otherLines: otherLines.map(storedLineFromRow),
    naming: byDeposit(deposits, naming),
    deposits,
  };
}

/** Finds the open credits of the accounts and amounts of some lines, whatever they wait for. */
async function findOfAmounts(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select distinct l.id from statement_lines as p join statement_lines as l
      on l.account_id = p.account_id and l.direction = 'credit' and l.amount_minor = p.amount_minor and l.is_open = 1
    where ${isIn(sql`p.id`, ids)} and l.status = 'booked'
    limit ${MAX_RIVALS + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

interface NamingLine {
  readonly id: string;
  /** The id or the reference of a deposit. */
  readonly name: string;
}

/** Finds the open credits that name deposits. */
async function findNaming(db: Database, deposits: ProposedLines['deposits']): Promise<readonly NamingLine[]> {
  if (deposits.length === 0) return [];
  const { rows } = await sql<NamingLine>`
    select l.id, r.reference as name from line_references as r cross join statement_lines as l
    where ${isIn(sql`r.reference`, deposits.flatMap(namesOf))} and l.id = r.line_id and l.is_open = 1 and l.direction = 'credit'
      and l.status = 'booked' limit ${MAX_RIVALS + 1}`.execute(db);
  return rows;
}

function namesOf({ transactionId, reference }: ProposedLines['deposits'][number]): readonly string[] {
  return reference === null ? [transactionId] : [transactionId, reference];
}

/** The ids of the lines that name deposits, by the ids of these. */
function byDeposit(
  deposits: ProposedLines['deposits'],
  lines: readonly NamingLine[],
): ProposedLines['naming'] {
  const byName = groupBy(lines, ({ name }) => name);
  return new Map(
    deposits.map((deposit) => {
      const naming = namesOf(deposit).flatMap((name) => byName.get(name) ?? []);
      return [deposit.transactionId, new Set(naming.map(({ id }) => id))];
    }),
  );
}

/** Finds the deposits that wait now, of the accounts and amounts of some lines. */
async function findWaiting(db: Database, ids: readonly string[]): Promise<ProposedLines['deposits']> {
  const { rows } = await sql<{
    readonly id: string;
    readonly account: string;
    readonly amount: number;
    readonly reference: string | null;
    readonly name: string;
  }>`
    select distinct t.id, t.bank_account_id as account, t.amount_minor as amount, t.reference, t.name
    from statement_lines as p join transactions as t
      on t.bank_account_id = p.account_id and t.amount_minor = p.amount_minor
    where ${isIn(sql`p.id`, ids)} and t.type = 'deposit' and t.status = 'pending' and t.is_test = 0
    limit ${MAX_RIVALS + 1}`.execute(db);
  return rows.map(({ id: transactionId, account: accountId, amount, reference, name }) => ({
    transactionId,
    reference,
    accountId,
    amountMinor: Number(amount),
    name: nameOf(name),
  }));
}

import { sql } from 'kysely';
import type {
  LinePageRequest,
  PageOf,
  StateCount,
  StoredDecision,
  StoredLine,
  StoredStatement,
} from '../../../src/reconciliation/read-store.ts';
import type { Database } from '../../tables.ts';
import { decisionFromRow } from '../rows/line-decisions.ts';
import { storedLineFromRow } from '../rows/statement-lines.ts';
import { statementFromRow } from '../rows/statements.ts';

interface ListStatements {
  readonly filter: { readonly isHeld?: boolean | undefined; readonly fileId?: string | undefined };
  readonly page: LinePageRequest;
}

/** Lists the statements of imported files, newest first. */
export async function listStatements(
  db: Database,
  { filter: { isHeld = false, fileId }, page: { after, limit } }: ListStatements,
): Promise<PageOf<StoredStatement>> {
  const rows = await db
    .selectFrom('statements as s')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .selectAll('s')
    .where('f.state', '=', 'imported')
    .$if(isHeld, (query) =>
      query.where('s.held_reason', 'is not', null).where('s.released_at_ms', 'is', null),
    )
    .$if(fileId !== undefined, (query) => query.where('s.file_id', '=', fileId ?? ''))
    .$if(after !== undefined, (query) => query.where('s.id', '<', after ?? ''))
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows.map(statementFromRow), limit);
}

export async function findStatementLine(db: Database, id: string): Promise<StoredLine | undefined> {
  const row = await selectLines(db).where('l.id', '=', id).executeTakeFirst();
  return row && storedLineFromRow(row);
}

/** Selects lines `l` of imported files `f`, with their statements `s`. */
export function selectLines(db: Database) {
  return db
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .selectAll('l')
    .select('s.file_id')
    .where('f.state', '=', 'imported');
}

interface Naming extends Pick<StoredLine, 'accountId'>, Pick<StoredLine['line'], 'currency' | 'direction'> {
  /** References or ids of transactions. */
  readonly names: readonly string[];
}

/** Selects the open, booked lines of an account that name a transaction. */
export function selectNaming(db: Database, { names, accountId, currency, direction }: Naming) {
  return selectLines(db)
    .where('l.id', 'in', (eb) =>
      eb.selectFrom('line_references').select('line_id').where('reference', 'in', names),
    )
    .where('l.is_open', '=', 1)
    .where('l.status', '=', 'booked')
    .where('l.account_id', '=', accountId)
    .where('l.currency', '=', currency)
    .where('l.direction', '=', direction);
}

/** Finds all decisions about a line, newest first. */
export async function findLineDecisions(db: Database, lineId: string): Promise<StoredDecision[]> {
  const rows = await db
    .selectFrom('line_decisions')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(decisionFromRow);
}

/**
 * Counts the open lines, or all that a file brought first, by state, direction and currency, and sums their amounts.
 */
export async function countLines(
  db: Database,
  { fileId }: { readonly fileId?: string | undefined },
): Promise<StateCount[]> {
  const rows = await db
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .select((eb) => [
      'l.state',
      'l.direction',
      'l.currency',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('l.amount_minor').as('sumMinor'),
    ])
    .where('f.state', '=', 'imported')
    .$if(fileId !== undefined, (query) => query.where('s.file_id', '=', fileId ?? ''))
    // A literal, so that the planner uses the partial index.
    .$if(fileId === undefined, (query) => query.where('l.is_open', '=', sql.lit(1)))
    .groupBy(['l.state', 'l.direction', 'l.currency'])
    .orderBy('l.state')
    .orderBy('l.direction')
    .orderBy('l.currency')
    .execute();
  return rows.map((row) => ({
    ...row,
    state: row.state as StateCount['state'],
    count: Number(row.count),
    sumMinor: Number(row.sumMinor),
  }));
}

/** @param items one more than the page holds, if there are more. */
export function pageOf<T>(items: readonly T[], limit: number): PageOf<T> {
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}

import { sql } from 'kysely';
import { UNREADY_STATES } from '../../../src/reconciliation/domain/line-states.ts';
import type { LinePageRequest, ListedFile, PageOf } from '../../../src/reconciliation/read-store.ts';
import type { Database } from '../../tables.ts';
import { fileFromRow, type StatementFilesTable } from '../rows/statements.ts';
import { pageOf } from './statements.ts';

interface ListFiles {
  readonly filter: { readonly fileId?: string | undefined };
  readonly page: LinePageRequest;
}

/** Lists imported files, newest first, including those that were taken back, with a summary of their statements. */
export async function listStatementFiles(
  db: Database,
  { filter: { fileId }, page: { after, limit } }: ListFiles,
): Promise<PageOf<ListedFile>> {
  const rows = await db
    .selectFrom('statement_files')
    .selectAll()
    .where((eb) => eb.or([eb('state', '=', 'imported'), eb('taken_back_at_ms', 'is not', null)]))
    .$if(fileId !== undefined, (query) => query.where('id', '=', fileId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const fileIds = rows.map(({ id }) => id);
  const contents = await summarizeStatements(db, fileIds);
  const waiting = await countWaiting(db, fileIds);
  const items = rows.map((row) => {
    const ofFile = contents.filter(({ file_id }) => file_id === row.id);
    return {
      ...fileFromRow(row),
      matchedAtMs: row.matched_at_ms,
      accountIds: ofFile.map(({ account_id }) => account_id),
      statementCount: ofFile.reduce((sum, { count }) => sum + count, 0),
      heldCount: ofFile.reduce((sum, { held }) => sum + held, 0),
      waitingCount: waiting.get(row.id) ?? 0,
      takenBack: takenBackOf(row),
    };
  });
  return pageOf(items, limit);
}

/** Finds the file that was imported with these bytes. @returns its id. */
export async function findImportedFile(db: Database, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('statement_files')
    .select('id')
    .where('sha256', '=', sha256)
    .where('state', '=', 'imported')
    .executeTakeFirst();
  return row?.id;
}

function takenBackOf(row: StatementFilesTable): ListedFile['takenBack'] {
  const { taken_back_at_ms: atMs, taken_back_by: clientId, take_back_reason: reason } = row;
  return atMs === null ? null : { atMs, clientId: clientId ?? '', reason: reason ?? '' };
}

/** Counts the lines of files that wait for a person. They are found by their states, which few lines have. */
async function countWaiting(db: Database, fileIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('statement_lines as l')
    .crossJoin('statements as s')
    .select((eb) => ['s.file_id', eb.fn.countAll<number>().as('count')])
    .whereRef('s.id', '=', 'l.statement_id')
    // A literal, so that the planner uses the partial index.
    .where('l.is_open', '=', sql.lit(1))
    .where('l.state', 'not in', UNREADY_STATES)
    .where('s.file_id', 'in', fileIds)
    .groupBy('s.file_id')
    .execute();
  return new Map(rows.map((row) => [row.file_id, Number(row.count)]));
}

/** Counts the statements of files by their accounts. */
async function summarizeStatements(db: Database, fileIds: readonly string[]) {
  if (fileIds.length === 0) return [];
  const isHeld = sql`held_reason is not null and released_at_ms is null`;
  const rows = await db
    .selectFrom('statements')
    .select(['file_id', 'account_id'])
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(case when ${isHeld} then 1 else 0 end)`.as('held'),
    ])
    .where('file_id', 'in', fileIds)
    .groupBy(['file_id', 'account_id'])
    .orderBy('account_id')
    .execute();
  return rows.map((row) => ({ ...row, held: Number(row.held) }));
}

import { sql } from 'kysely';
import type { LinePageRequest, ListedFile, PageOf } from '../../../src/reconciliation/read-store.ts';
import type { Database } from '../../tables.ts';
import { fileFromRow } from '../rows/statements.ts';
import { pageOf } from './statements.ts';

interface ListFiles {
  readonly filter: { readonly fileId?: string | undefined };
  readonly page: LinePageRequest;
}

/** Lists files that were imported, newest first, with what their statements are. */
export async function listStatementFiles(
  db: Database,
  { filter: { fileId }, page: { after, limit } }: ListFiles,
): Promise<PageOf<ListedFile>> {
  const rows = await db
    .selectFrom('statement_files')
    .selectAll()
    .where('state', '=', 'imported')
    .$if(fileId !== undefined, (query) => query.where('id', '=', fileId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const contents = await summarizeStatements(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => {
    const ofFile = contents.filter(({ file_id }) => file_id === row.id);
    return {
      ...fileFromRow(row),
      matchedAtMs: row.matched_at_ms,
      accountIds: ofFile.map(({ account_id }) => account_id),
      statementCount: ofFile.reduce((sum, { count }) => sum + count, 0),
      heldCount: ofFile.reduce((sum, { held }) => sum + held, 0),
    };
  });
  return pageOf(items, limit);
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

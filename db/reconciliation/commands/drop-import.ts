import type { DatabaseTransaction } from '../../tables.ts';
import { lockStaging } from './lock-staging.ts';

interface DropImport {
  readonly fileId: string;
  readonly limit: number;
}

/**
 * Removes a part of what is stored of a file that does not count, statements last. A file that was taken back keeps its
 * statements, to show what it was about.
 * @returns whether there is more.
 */
export async function dropImport(
  trx: DatabaseTransaction,
  { fileId, limit }: DropImport,
): Promise<{ readonly hasMore: boolean }> {
  const file = await lockStaging(trx, fileId);
  if (!file) return { hasMore: false };
  // Its importer is informed with the next part.
  await trx.updateTable('statement_files').set({ staging_ends_at_ms: 0 }).where('id', '=', fileId).execute();
  const ofFile = trx.selectFrom('statements').select('id').where('file_id', '=', fileId);
  const { numDeletedRows } = await trx
    .deleteFrom('line_sightings')
    .where('line_id', 'in', (eb) =>
      eb.selectFrom('line_sightings').select('line_id').where('statement_id', 'in', ofFile).limit(limit),
    )
    .where('statement_id', 'in', ofFile)
    .executeTakeFirstOrThrow();
  if (Number(numDeletedRows) >= limit) return { hasMore: true };
  const rows = await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('statement_id', 'in', ofFile)
    .limit(limit)
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) {
    for (const table of ['line_references', 'line_decisions'] as const)
      await trx.deleteFrom(table).where('line_id', 'in', ids).execute();
    await trx.deleteFrom('statement_lines').where('id', 'in', ids).execute();
  }
  if (rows.length === limit) return { hasMore: true };
  if (file.taken_back_at_ms !== null) {
    await trx
      .updateTable('statement_files')
      .set({ staging_ends_at_ms: null })
      .where('id', '=', fileId)
      .execute();
    return { hasMore: false };
  }
  const statements = await ofFile.limit(limit).execute();
  const statementIds = statements.map((row) => row.id);
  if (statementIds.length > 0) await trx.deleteFrom('statements').where('id', 'in', statementIds).execute();
  if (statements.length === limit) return { hasMore: true };
  await trx.deleteFrom('statement_files').where('id', '=', fileId).execute();
  return { hasMore: false };
}

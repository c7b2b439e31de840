import type {
  BeginOutcome,
  ImportedBy,
  StagedLine,
  StagedPart,
  StatementFile,
} from '../../../src/reconciliation/import-store.ts';
import { appendAudit } from '../../audit/commands/append-audit.ts';
import { lockImports } from '../../engines/statements.ts';
import { insertPayeeSources } from '../../payouts/commands/payees.ts';
import { typesOf } from '../../sql/columns.ts';
import { compileOnce } from '../../sql/compiled.ts';
import { selectRows } from '../../sql/functions.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { LINE_COLUMNS, lineValues, type StatementLinesTable } from '../rows/statement-lines.ts';
import { fileFromRow, fileToRow, statementToRow } from '../rows/statements.ts';
import { completePages, freeLines } from './free-lines.ts';
import { isAbandoned, lockStaging, refuseUnderWay, STAGING_TTL_MS, type UnderWay } from './lock-staging.ts';

/** How many references one SQL statement takes: a hostile line names many. */
const MAX_REFERENCES = 2000;
/** How many statements one insert takes. */
const MAX_STATEMENTS = 100;

interface BeginImport {
  readonly file: Omit<StatementFile, 'lineCount' | 'addedCount'>;
  readonly steadyNowMs: number;
}

/** Begins the import of a file, unless the same bytes were imported or another import is under way. */
export async function beginImport(
  trx: DatabaseTransaction,
  { file, steadyNowMs }: BeginImport,
): Promise<BeginOutcome | UnderWay> {
  // One at a time, each after the commit of the previous one.
  await lockImports(trx);
  // In this order: an import that ends between the two is then found as imported.
  const underWay = await refuseUnderWay(trx, steadyNowMs);
  const same = await trx
    .selectFrom('statement_files')
    .selectAll()
    .where('sha256', '=', file.sha256)
    .where('state', '=', 'imported')
    .executeTakeFirst();
  if (same) return { kind: 'repeat', file: fileFromRow(same) };
  if (underWay) return underWay;
  await trx
    .insertInto('statement_files')
    .values({
      ...fileToRow({ ...file, lineCount: 0, addedCount: 0 }),
      state: 'staging',
      staging_ends_at_ms: steadyNowMs + STAGING_TTL_MS,
      matched_at_ms: null,
    })
    .execute();
  return { kind: 'begun' };
}

interface StageLines {
  readonly fileId: string;
  readonly part: StagedPart;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/**
 * Stores a part of a file: lines that no earlier statement had, and which of its statements contain lines that are
 * already stored.
 * @returns how many lines are new; undefined if the import is no longer under way.
 */
export async function stageStatementPart(
  trx: DatabaseTransaction,
  { fileId, part: { statements, lines, sightings, lineCount }, nowMs, steadyNowMs }: StageLines,
): Promise<number | undefined> {
  const file = await lockStaging(trx, fileId);
  if (!file || isAbandoned(file.staging_ends_at_ms, steadyNowMs)) return undefined;
  for (const chunk of chunksOf(statements, MAX_STATEMENTS))
    await trx
      .insertInto('statements')
      .values(chunk.map((statement) => statementToRow(statement, { fileId, nowMs })))
      .execute();
  const values = lines.map((line) => lineValues(line, nowMs));
  const added = values.length === 0 ? [] : (await insertLines(trx, [JSON.stringify(values)])).rows;
  await storeReferences(trx, lines, new Set(added.map((row) => row.id)));
  if (sightings.length > 0)
    await trx
      .insertInto('line_sightings')
      .values(sightings.map(({ lineId, statementId }) => ({ line_id: lineId, statement_id: statementId })))
      .execute();
  await trx
    .updateTable('statement_files')
    .set({
      line_count: file.line_count + lineCount,
      added_count: file.added_count + added.length,
      staging_ends_at_ms: steadyNowMs + STAGING_TTL_MS,
    })
    .where('id', '=', fileId)
    .execute();
  return added.length;
}

const insertLines = compileOnce((trx) =>
  trx
    .insertInto('statement_lines')
    .columns(LINE_COLUMNS)
    .expression(selectRows(typesOf<StatementLinesTable>(LINE_COLUMNS)))
    .onConflict((conflict) => conflict.columns(['account_id', 'line_key', 'occurrence']).doNothing())
    .returning('id'),
);

/** Stores the references that new lines name, so that other lines with the same deposit are found. */
async function storeReferences(
  trx: DatabaseTransaction,
  lines: readonly StagedLine[],
  addedIds: ReadonlySet<string>,
): Promise<void> {
  const rows = lines.flatMap(({ id, references }) =>
    addedIds.has(id) ? references.map((reference) => ({ reference, line_id: id })) : [],
  );
  for (const chunk of chunksOf(rows, MAX_REFERENCES))
    await trx.insertInto('line_references').values(chunk).execute();
}

interface FinishImport extends ImportedBy {
  readonly fileId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/** Makes everything that was staged of a file count. @returns undefined if the import is no longer under way. */
export async function finishImport(
  trx: DatabaseTransaction,
  { fileId, nowMs, steadyNowMs, audit, importer }: FinishImport,
): Promise<StatementFile | undefined> {
  const row = await lockStaging(trx, fileId);
  if (!row || isAbandoned(row.staging_ends_at_ms, steadyNowMs)) return undefined;
  await trx
    .updateTable('statement_files')
    .set({ state: 'imported', staging_ends_at_ms: null })
    .where('id', '=', fileId)
    .execute();
  if (importer) await insertPayeeSources(trx, [{ ...importer, sourceId: fileId }]);
  await freeLines(trx, await completePages(trx, fileId), nowMs);
  const { name: _, ...file } = fileFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'statementFile',
    targetId: fileId,
    before: null,
    after: { sha256: file.sha256, format: file.format, lines: file.lineCount, added: file.addedCount },
  });
  return fileFromRow(row);
}

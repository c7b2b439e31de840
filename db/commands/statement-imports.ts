import type {
  BeginOutcome,
  StagedLine,
  StagedPart,
  StatementFile,
} from '../../src/operations/reconciliation/import-store.ts';
import { LINE_PLACEHOLDERS, lineValues } from '../rows/statement-lines.ts';
import { fileFromRow, fileToRow, statementToRow } from '../rows/statements.ts';
import { chunksOf, compileByLength, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit, lockAuditTip } from './common/append-audit.ts';
import { completePages, freeLines } from './common/free-lines.ts';

/** The time without a new part after which an import counts as abandoned: its process has died. */
const STAGING_TTL_MS = 60_000;
/** No import that is under way ends later, though the clocks of processes differ. */
const LONGEST_STAGING_MS = 2 * STAGING_TTL_MS;
/** The references of one statement: a hostile line names many. */
const MOST_REFERENCES = 2000;
/** The statements of one insert. */
const MOST_STATEMENTS = 100;

interface BeginImport {
  readonly file: Omit<StatementFile, 'lineCount' | 'addedCount'>;
  readonly steadyNowMs: number;
}

/** An import that was abandoned is in the way: the caller removes it, and begins again. */
interface Abandoned {
  readonly kind: 'abandoned';
  readonly fileId: string;
}

/** Begins the import of a file, unless the same bytes were imported or another import is under way. */
export async function beginImport(
  trx: DatabaseTransaction,
  { file, steadyNowMs }: BeginImport,
): Promise<BeginOutcome | Abandoned> {
  // One at a time, each after the commit of the one before.
  await lockAuditTip(trx);
  const others = await trx
    .selectFrom('statement_files')
    .selectAll()
    .where((eb) => eb.or([eb('sha256', '=', file.sha256), eb('state', '=', 'staging')]))
    .execute();
  const same = others.find((row) => row.state === 'imported');
  if (same) return { kind: 'repeat', file: fileFromRow(same) };
  const [staging] = others;
  if (staging)
    return isAbandoned(staging.staging_ends_at_ms, steadyNowMs)
      ? { kind: 'abandoned', fileId: staging.id }
      : { kind: 'busy' };
  await trx
    .insertInto('statement_files')
    .values({
      ...fileToRow({ ...file, lineCount: 0, addedCount: 0 }),
      ...{ state: 'staging', staging_ends_at_ms: steadyNowMs + STAGING_TTL_MS, matched_at_ms: null },
    })
    .execute();
  return { kind: 'begun' };
}

/** Also one that would last far too long: it began before the clock was set back. */
function isAbandoned(endsAtMs: number | null, steadyNowMs: number): boolean {
  return endsAtMs === null || steadyNowMs >= endsAtMs || endsAtMs - steadyNowMs > LONGEST_STAGING_MS;
}

interface StageLines {
  readonly fileId: string;
  readonly part: StagedPart;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/**
 * Stores a part of a file: lines that no earlier file had, and which of its statements contain lines that are stored.
 * @returns how many lines are new; undefined when the import is no longer under way.
 */
export async function stageStatementPart(
  trx: DatabaseTransaction,
  { fileId, part: { statements, lines, sightings, lineCount }, nowMs, steadyNowMs }: StageLines,
): Promise<number | undefined> {
  const file = await lockStaging(trx, fileId);
  if (!file || isAbandoned(file.staging_ends_at_ms, steadyNowMs)) return undefined;
  for (const chunk of chunksOf(statements, MOST_STATEMENTS))
    await trx
      .insertInto('statements')
      .values(chunk.map((statement) => statementToRow(statement, { fileId, nowMs })))
      .execute();
  const values = lines.map((line) => lineValues(line, nowMs));
  const added = values.length === 0 ? [] : (await insertLines(trx, values)).rows;
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

const insertLines = compileByLength((trx, length) =>
  trx
    .insertInto('statement_lines')
    .values(new Array(length).fill(LINE_PLACEHOLDERS))
    .onConflict((conflict) => conflict.columns(['account_id', 'line_key', 'occurrence']).doNothing())
    .returning('id'),
);

/** Stores the references that new lines name, by which other lines are found that name the same deposit. */
async function storeReferences(
  trx: DatabaseTransaction,
  lines: readonly StagedLine[],
  addedIds: ReadonlySet<string>,
): Promise<void> {
  const rows = lines.flatMap(({ id, references }) =>
    addedIds.has(id) ? references.map((reference) => ({ reference, line_id: id })) : [],
  );
  for (const chunk of chunksOf(rows, MOST_REFERENCES))
    await trx.insertInto('line_references').values(chunk).execute();
}

interface FinishImport extends Audited {
  readonly fileId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/** Makes all that was staged of a file count. @returns undefined when the import is no longer under way. */
export async function finishImport(
  trx: DatabaseTransaction,
  { fileId, nowMs, steadyNowMs, audit }: FinishImport,
): Promise<StatementFile | undefined> {
  const row = await lockStaging(trx, fileId);
  if (!row || isAbandoned(row.staging_ends_at_ms, steadyNowMs)) return undefined;
  await trx
    .updateTable('statement_files')
    .set({ state: 'imported', staging_ends_at_ms: null })
    .where('id', '=', fileId)
    .execute();
  await freeLines(trx, await completePages(trx, fileId), nowMs);
  const { name: _, ...file } = fileFromRow(row);
  await appendAudit(trx, audit, {
    ...{ targetKind: 'statementFile', targetId: fileId, before: null },
    after: { sha256: file.sha256, format: file.format, lines: file.lineCount, added: file.addedCount },
  });
  return fileFromRow(row);
}

interface DropImport {
  readonly fileId: string;
  /** The most rows of one command. */
  readonly limit: number;
}

/** Removes a part of what was staged of a file, statements last. @returns whether there is more. */
export async function dropImport(
  trx: DatabaseTransaction,
  { fileId, limit }: DropImport,
): Promise<{ readonly hasMore: boolean }> {
  if (!(await lockStaging(trx, fileId))) return { hasMore: false };
  // Its importer learns of it with the next part.
  await trx.updateTable('statement_files').set({ staging_ends_at_ms: 0 }).where('id', '=', fileId).execute();
  const ofFile = trx.selectFrom('statements').select('id').where('file_id', '=', fileId);
  const { numDeletedRows } = await trx
    .deleteFrom('line_sightings')
    .where('line_id', 'in', (eb) =>
      eb.selectFrom('line_sightings').select('line_id').where('statement_id', 'in', ofFile).limit(limit),
    )
    .where('statement_id', 'in', ofFile)
    .executeTakeFirstOrThrow();
  if (Number(numDeletedRows) > 0) return { hasMore: true };
  const rows = await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('statement_id', 'in', ofFile)
    .limit(limit)
    .execute();
  const ids = padToPowerOfTwo(rows.map((row) => row.id));
  if (ids.length > 0) {
    await trx.deleteFrom('line_references').where('line_id', 'in', ids).execute();
    await trx.deleteFrom('statement_lines').where('id', 'in', ids).execute();
    return { hasMore: true };
  }
  const statements = await ofFile.limit(limit).execute();
  const statementIds = padToPowerOfTwo(statements.map((row) => row.id));
  if (statementIds.length > 0) await trx.deleteFrom('statements').where('id', 'in', statementIds).execute();
  if (statements.length === limit) return { hasMore: true };
  await trx.deleteFrom('statement_files').where('id', '=', fileId).execute();
  return { hasMore: false };
}

/** Reads a file that is being imported, so that no other command changes it before the commit. */
function lockStaging(trx: DatabaseTransaction, fileId: string) {
  return trx
    .selectFrom('statement_files')
    .selectAll()
    .where('id', '=', fileId)
    .where('state', '=', 'staging')
    .forUpdate()
    .executeTakeFirst();
}

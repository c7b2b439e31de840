import { sql } from 'kysely';
import {
  indexKnown,
  type KnownLine,
  MAX_OF_OTHER_DAY,
  replacedAmong,
  type TwinLine,
  twinKeysOf,
} from '../../../src/reconciliation/domain/line-key.ts';
import type { LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';
import { lineFromRow, type StatementLinesTable } from '../rows/statement-lines.ts';

/** How many keys one query takes: with more, PostgreSQL would scan the table instead of using the index. */
const MAX_KEYS = 128;

export type LineRow = StatementLinesTable & { readonly held: 0 | 1 };

/**
 * Selects lines of imported files, and whether their statements are held. SQLite is made to find the lines first: with
 * few statements, it would scan these, and sort the lines of a file.
 */
export function selectLines(db: Database) {
  return fromImported(db).selectAll('l').select(IS_HELD.as('held'));
}

/** Whether a line `l` cannot settle, because its statement `s` is held. */
export const IS_HELD = sql<0 | 1>`case when s.held_reason is not null and s.released_at_ms is null
  and l.is_vouched = 0 then 1 else 0 end`;

function fromImported(db: Database) {
  return db
    .selectFrom('statement_lines as l')
    .crossJoin('statements as s')
    .crossJoin('statement_files as f')
    .whereRef('s.id', '=', 'l.statement_id')
    .whereRef('f.id', '=', 's.file_id')
    .where('f.state', '=', 'imported');
}

/** The position of a line in a file, after which a search continues. */
export interface LinePlace {
  readonly statementId: string;
  readonly lineId: string;
}

/** The place before all lines. */
const FIRST: LinePlace = { statementId: '', lineId: '' };

/** New lines of one file and one account. */
export interface NewLines {
  readonly lines: readonly LineFacts[];
  /** The position of the last line; undefined if lines of another account are between these lines. */
  readonly last: LinePlace | undefined;
}

/** Finds new lines of a file for one account, statement by statement. */
export async function findNewLines(db: Database, request: NewLinesRequest): Promise<NewLines> {
  const rows = await findNewRows(db, request);
  const ofAccount = rows.filter((row) => row.account_id === rows[0]?.account_id);
  const lastRow = ofAccount.length === rows.length ? rows.at(-1) : undefined;
  return {
    lines: ofAccount.map(toLineFacts),
    last: lastRow && { statementId: lastRow.statement_id, lineId: lastRow.id },
  };
}

export interface NewLinesRequest {
  readonly fileId: string;
  readonly limit: number;
  readonly after?: LinePlace | undefined;
  readonly except?: readonly string[];
}

/** Finds the first line that `findNewLines` would return. @returns its id. */
export async function findFirstNew(db: Database, request: NewLinesRequest): Promise<string | undefined> {
  return (await findNewRows(db, { ...request, limit: 1 }))[0]?.id;
}

async function findNewRows(
  db: Database,
  { fileId, limit, after = FIRST, except = [] }: NewLinesRequest,
): Promise<LineRow[]> {
  const lines = { fileId, limit, after, except };
  const ids = await findNewStatements(db, lines);
  if (ids.length === 0) return [];
  return (
    selectLines(db)
      .where('s.file_id', '=', fileId)
      .where('l.statement_id', 'in', ids)
      .where(isLeft(lines))
      // A literal, so that the planner uses the partial index.
      .where('l.state', '=', sql.lit('new'))
      .orderBy('l.statement_id')
      .orderBy('l.id')
      .limit(limit)
      .execute()
  );
}

type NewLinesLeft = Required<NewLinesRequest> & { readonly after: LinePlace };

function isLeft({ after: { statementId, lineId }, except }: NewLinesLeft) {
  const isBehind = sql<boolean>`(l.statement_id > ${statementId} or l.id > ${lineId})`;
  return except.length === 0 ? isBehind : sql<boolean>`${isBehind} and l.id not in (${sql.join(except)})`;
}

/**
 * Finds the first statements of a file that have new lines: at least one, and as many as have no more new lines
 * together than wanted. So at most a few lines of several statements are sorted, and the index already sorts those of
 * one.
 */
async function findNewStatements(db: Database, request: NewLinesLeft): Promise<readonly string[]> {
  const { fileId, limit, after } = request;
  const newLines = sql`statement_lines as l
    where l.statement_id = s.id and l.state = 'new' and ${isLeft(request)}`;
  const { rows } = await sql<{ readonly id: string; readonly count: number | string }>`
    select s.id, (select count(*) from (select 1 as one from ${newLines} limit ${limit + 1}) as found) as count
    from statements as s where s.file_id = ${fileId} and s.id >= ${after.statementId} and exists (select 1 from ${newLines})
    order by s.id limit ${limit}`.execute(db);
  let left = limit;
  const end = rows.findIndex(({ count }, place) => {
    left -= Number(count);
    return place > 0 && left < 0;
  });
  return (end === -1 ? rows : rows.slice(0, end)).map(({ id }) => id);
}

export function toLineFacts(row: LineRow): LineFacts {
  return { lineId: row.id, bankAccountId: row.account_id, isHeld: row.held === 1, line: lineFromRow(row) };
}

/**
 * Finds, for new lines of one account, the pending lines whose booked line is there too, among these lines and others.
 * @returns their ids.
 */
export async function findReplacedLines(
  db: Database,
  lines: readonly LineFacts[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('statement_lines')
    .select(['id', 'line_key as key', 'occurrence'])
    .where(
      'id',
      'in',
      lines.map(({ lineId }) => lineId),
    )
    .execute();
  const places = new Map(rows.map(({ id, ...place }) => [id, place]));
  const stored = lines.flatMap(({ lineId, line }) => {
    const place = places.get(lineId);
    return place ? [{ lineId, line, ...place }] : [];
  });
  return findReplacedOf(db, lines[0]?.bankAccountId ?? '', stored);
}

/** Does the same for lines of an account that may be unsaved. */
export async function findReplacedOf(
  db: Database,
  accountId: string,
  lines: readonly TwinLine[],
): Promise<ReadonlySet<string>> {
  // Only pending lines are replaced, and few accounts have any.
  if (!lines.some(({ line }) => line.status === 'pending') && !(await hasPending(db, accountId)))
    return new Set();
  const keys = lines.map(twinKeysOf);
  const sameDay = keys.map((one) => one.sameDay);
  const otherDays = keys.flatMap((one) => [...one.otherDays, ...one.announcing]);
  const occurrences = [...new Set(lines.map(({ occurrence }) => occurrence))];
  const withKeys = (chunk: readonly string[]) =>
    fromImported(db)
      .select(['l.id', 'l.line_key', 'l.occurrence', 'l.is_open'])
      .where('l.account_id', '=', accountId)
      .where('l.line_key', 'in', chunk);
  const queries = [
    ...keyChunks(sameDay).map((chunk) => withKeys(chunk).where('l.occurrence', 'in', occurrences)),
    ...keyChunks(otherDays).map((chunk) => withKeys(chunk).where('l.occurrence', '<=', MAX_OF_OTHER_DAY)),
  ];
  const known: KnownLine[] = [];
  for (const query of queries)
    for (const { id, line_key, occurrence, is_open } of await query.execute())
      known.push({ lineId: id, key: line_key, occurrence, isOpen: is_open === 1 });
  return new Set(replacedAmong(lines, indexKnown(known)));
}

async function hasPending(db: Database, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('statement_lines')
    .select('id')
    .where('account_id', '=', accountId)
    // A literal, so that the planner uses the partial index.
    .where('status', '=', sql.lit('pending'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function keyChunks(keys: readonly string[]): readonly (readonly string[])[] {
  return chunksOf([...new Set(keys)], MAX_KEYS);
}

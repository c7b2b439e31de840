import { type RawBuilder, sql } from 'kysely';
import type { ReadScope } from '../../src/operations/read-scope.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import type { Feed } from '../sql/engine-sql.ts';
import type { Database } from '../tables.ts';
import { isInScope } from './modes.ts';
import { letOthersRun } from './scans.ts';

/** The first statement looks at this many rows: mostly they fill a page. */
const FIRST_PIECE_ROWS = 500;
/** To look up the next row of a client takes as long as to look at this many rows of a feed. */
const ROWS_PER_CLIENT = 10;
/** The most rows that one statement looks at. Then other queries run. */
const MAX_PIECE_ROWS = 20_000;

/** A feed over all clients, by the order of its rows. */
export interface FeedOfAll extends Feed {
  readonly isTest: ReadScope['isTest'];
  /** The positions between which rows are looked for. Neither is one of them. */
  readonly after: number;
  readonly before: number;
}

/**
 * Finds the positions of the first rows of one mode. The feed of all clients has both modes, and thousands of rows of the
 * other one can lie between two of them: a piece that ends among these is followed by the next row that an index of
 * clients knows of the own mode. A page therefore looks at a bounded number of rows for each that it shows. Pieces are as
 * long as such a look-up takes.
 */
export async function findFirstOfMode(db: Database, feed: FeedOfAll, limit: number): Promise<number[]> {
  const { table, direction } = feed;
  const found: number[] = [];
  let rest = feed;
  let pieceRows: number | undefined;
  for (;;) {
    const end = await findEndOfPiece(db, rest, pieceRows ?? FIRST_PIECE_ROWS);
    const { rows } = await sql<Place>`
      select position from ${sql.table(table)}
      where ${isBetween(end === undefined ? rest : endedAt(rest, end))}
        and ${isInScope({ isTest: feed.isTest })}
      order by position ${sql.raw(direction)} limit ${limit - found.length}`.execute(db);
    for (const { position } of rows) found.push(position);
    if (end === undefined || found.length >= limit) return found;
    await letOthersRun();
    const next = await findNextOfMode(db, begunAt(rest, end));
    if (next === undefined) return found;
    rest = begunAt(rest, next + (direction === 'asc' ? -1 : 1));
    pieceRows ??= await choosePieceRows(db, feed);
  }
}

interface Place {
  readonly position: number;
}

function isBetween({ after, before }: FeedOfAll): RawBuilder<boolean> {
  return sql<boolean>`position > ${after} and position < ${before}`;
}

/** The rest of a feed from a position on, which is not one of it. */
function begunAt(feed: FeedOfAll, position: number): FeedOfAll {
  return feed.direction === 'asc' ? { ...feed, after: position } : { ...feed, before: position };
}

/** The part of a feed up to a position, which is one of it. */
function endedAt(feed: FeedOfAll, position: number): FeedOfAll {
  return feed.direction === 'asc' ? { ...feed, before: position + 1 } : { ...feed, after: position - 1 };
}

async function choosePieceRows(db: Database, { isTest }: FeedOfAll): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from clients where is_test = ${sql.lit(isTest ? 1 : 0)}`.execute(db);
  const wanted = ROWS_PER_CLIENT * (rows[0]?.count ?? 0);
  return Math.max(FIRST_PIECE_ROWS, Math.min(wanted, MAX_PIECE_ROWS));
}

/** The position of the last row of a whole piece; undefined when the feed ends before. */
async function findEndOfPiece(db: Database, feed: FeedOfAll, pieceRows: number): Promise<number | undefined> {
  const { rows } = await sql<Place>`
    select position from ${sql.table(feed.table)} where ${isBetween(feed)}
    order by position ${sql.raw(feed.direction)} limit 1 offset ${sql.lit(pieceRows - 1)}`.execute(db);
  return rows[0]?.position;
}

/** Finds the first row of one mode by looking up the first one of each client. */
async function findNextOfMode(db: Database, feed: FeedOfAll): Promise<number | undefined> {
  const { direction, isTest, after, before } = feed;
  const isForward = direction === 'asc';
  const first = engineSqlOf(db).firstOfClient(feed, isForward ? after : before);
  const { rows } = await sql<{ readonly position: number | null }>`
    select ${sql.raw(isForward ? 'min' : 'max')}(position) as position
    from (select ${first} as position from clients where is_test = ${sql.lit(isTest ? 1 : 0)}) as firsts`.execute(
    db,
  );
  const position = rows[0]?.position ?? undefined;
  if (position === undefined) return undefined;
  return (isForward ? position < before : position > after) ? position : undefined;
}

import { type RawBuilder, sql } from 'kysely';
import { convertName } from '../../src/domain/names.ts';
import type {
  ListPosition,
  PageRequest,
  TransactionFilter,
  TransactionPage,
} from '../../src/operations/transactions/store.ts';
import { transactionFromRow } from '../rows/transactions.ts';
import type { Database, TransactionsTable } from '../tables.ts';

/** A search looks at this many rows in one statement, then lets other requests run. */
const CHUNK_ROWS = 2_000;
/** A search that has looked at this many rows ends its page, and goes on with the next request. */
const MAX_SCANNED_ROWS = 100_000;

// In the words of the partial indexes, so that the planner sees that they hold these rows.
const IS_PENDING_DEPOSIT = sql<boolean>`"type" = 'deposit' and "status" = 'pending'`;
const IS_NO_PENDING_DEPOSIT = sql<boolean>`("type" <> 'deposit' or "status" <> 'pending')`;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Reads a page of transactions, newest first. Conditions that no index answers are looked for in bounded
 * pieces of what the indexes give, so that a rare match among ten million rows holds nobody up.
 */
export async function listTransactions(
  db: Database,
  filter: TransactionFilter,
  { after, before, limit, backwards = false }: PageRequest,
): Promise<TransactionPage> {
  const range: Range = { after, before, backwards };
  const { rows, next } =
    filter.userId === undefined
      ? await readPage(db, filter, { ...range, limit })
      : await readPageOfUser(db, filter, { ...range, limit });
  if (backwards) rows.reverse();
  return { items: rows.map(transactionFromRow), next };
}

interface FoundRows {
  /** In the order in which they were read. */
  readonly rows: TransactionsTable[];
  readonly next: ListPosition | undefined;
}

async function readPage(
  db: Database,
  filter: TransactionFilter,
  { limit, ...range }: Range & { readonly limit: number },
): Promise<FoundRows> {
  const found: TransactionsTable[] = [];
  let left: Range = range;
  for (let scanned = 0; ; scanned += CHUNK_ROWS) {
    const chunkEnd = needsScan(filter) ? await findChunkEnd(db, filter, left) : undefined;
    // One row more than the page tells whether there is a next page.
    const rows = await selectMatching(db, filter, { ...left, chunkEnd })
      .limit(limit + 1 - found.length)
      .execute();
    found.push(...rows);
    if (found.length > limit) return cut(found, limit);
    if (!chunkEnd || scanned + CHUNK_ROWS >= MAX_SCANNED_ROWS) return { rows: found, next: chunkEnd };
    left = range.backwards ? { ...left, before: chunkEnd } : { ...left, after: chunkEnd };
    await new Promise(setImmediate);
  }
}

/** The first rows of a page, and where the next one goes on. */
function cut(rows: TransactionsTable[], limit: number): FoundRows {
  const kept = rows.slice(0, limit);
  return { rows: kept, next: positionOf(kept.at(-1)) };
}

/**
 * The pending deposits of a user stand in an index of their own, one for each client. They are read first: one that
 * ends meanwhile is then found again among the others, and none is missed, since nothing returns to pending.
 */
async function readPageOfUser(
  db: Database,
  filter: TransactionFilter,
  page: Range & { readonly limit: number },
): Promise<FoundRows> {
  const { limit, ...range } = page;
  const pending = await selectMatching(db, filter, { ...range, part: 'pending' })
    .limit(limit + 1)
    .execute();
  const others = await readPage(db, filter, { ...page, part: 'others' });
  const known = new Set(others.rows.map((row) => row.id));
  const direction = range.backwards ? -1 : 1;
  const compare = (a: Position, b: Position) => direction * comparePositions(a, b);
  const end = others.next && { created_at_ms: others.next.createdAtMs, id: others.next.id };
  // Rows behind the end of this page belong to the next one.
  const added = pending.filter((row) => !known.has(row.id) && (!end || compare(row, end) <= 0));
  const rows = [...others.rows, ...added].sort(compare);
  return rows.length > limit ? cut(rows, limit) : { rows, next: others.next };
}

type Position = Pick<TransactionsTable, 'created_at_ms' | 'id'>;

/** Newest first. */
function comparePositions(a: Position, b: Position): number {
  if (a.created_at_ms !== b.created_at_ms) return b.created_at_ms - a.created_at_ms;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

interface Range {
  readonly after: ListPosition | undefined;
  readonly before: ListPosition | undefined;
  readonly backwards: boolean;
  /** The last row of the piece that is being looked at. */
  readonly chunkEnd?: ListPosition | undefined;
  /** Of a user's transactions: the pending deposits, or all others. Each part has its index. */
  readonly part?: 'pending' | 'others';
}

/** Whether a condition is left that no index answers. */
function needsScan(filter: TransactionFilter): boolean {
  const { status, type, bankId, minAmountMinor, maxAmountMinor, search } = filter;
  const scanned = [
    isQueue(filter) ? undefined : status,
    type,
    bankId,
    minAmountMinor,
    maxAmountMinor,
    search,
  ];
  return scanned.some((condition) => condition !== undefined);
}

/** Whether the index of pending ones answers it: beside a client it does not, that of the client's rows does. */
function isQueue({ status, clientId }: TransactionFilter): boolean {
  return status === 'pending' && clientId === undefined;
}

/** What the indexes answer: client, user, process, time, the queue, and the place in the list. */
function selectIndexed(db: Database, filter: TransactionFilter, range: Range) {
  const direction = range.backwards ? 'asc' : 'desc';
  let query = db.selectFrom('transactions').orderBy('created_at_ms', direction).orderBy('id', direction);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (range.part === 'pending') query = query.where(IS_PENDING_DEPOSIT);
  if (range.part === 'others') query = query.where(IS_NO_PENDING_DEPOSIT);
  if (filter.processId !== undefined) {
    query = query.where('process_id', '=', filter.processId);
    // Its index begins with the client: every client is looked up in it, instead of every row.
    if (filter.clientId === undefined)
      query = query.where('client_id', 'in', (eb) => eb.selectFrom('clients').select('id'));
  }
  // A literal, so that the planner sees that the index of pending ones holds these rows.
  if (isQueue(filter)) query = query.where('status', '=', sql.lit('pending'));
  if (filter.fromMs !== undefined) query = query.where('created_at_ms', '>=', filter.fromMs);
  if (filter.toMs !== undefined) query = query.where('created_at_ms', '<', filter.toMs);
  if (range.after) query = query.where(compare('<', range.after));
  if (range.before) query = query.where(compare('>', range.before));
  return query;
}

function selectMatching(db: Database, filter: TransactionFilter, range: Range) {
  let query = selectIndexed(db, filter, range).selectAll();
  if (range.chunkEnd) query = query.where(compare(range.backwards ? '<=' : '>=', range.chunkEnd));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.bankId !== undefined) query = query.where('bank_id', '=', filter.bankId);
  if (filter.minAmountMinor !== undefined) query = query.where('amount_minor', '>=', filter.minAmountMinor);
  if (filter.maxAmountMinor !== undefined) query = query.where('amount_minor', '<=', filter.maxAmountMinor);
  const { search } = filter;
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([
        contains(sql.ref('name'), search),
        contains(sql.ref('user_name'), search),
        contains(sql.ref('process_id'), search),
        // The slug finds a name in any spelling and case of its letters; that of a sign would be a word for it.
        ...(LETTER_OR_DIGIT.test(search) ? [contains(sql.ref('converted_name'), convertName(search))] : []),
        contains(sql`replace(iban, ' ', '')`, search.replaceAll(' ', '')),
      ]),
    );
  }
  return query;
}

function contains(text: RawBuilder<unknown>, part: string) {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${text}) like lower(${pattern}) escape '\\'`;
}

function compare(operator: '<' | '<=' | '>' | '>=', { createdAtMs, id }: ListPosition) {
  return sql<boolean>`(created_at_ms, id) ${sql.raw(operator)} (${createdAtMs}, ${id})`;
}

/** Where the next piece ends; undefined when what is left is no longer than one. */
async function findChunkEnd(
  db: Database,
  filter: TransactionFilter,
  range: Range,
): Promise<ListPosition | undefined> {
  const row = await selectIndexed(db, filter, range)
    .select(['created_at_ms', 'id'])
    .limit(1)
    .offset(CHUNK_ROWS - 1)
    .executeTakeFirst();
  return positionOf(row);
}

function positionOf(
  row: Pick<TransactionsTable, 'created_at_ms' | 'id'> | undefined,
): ListPosition | undefined {
  return row && { createdAtMs: row.created_at_ms, id: row.id };
}

import { sql } from 'kysely';
import { lineCondition } from '../../../src/reconciliation/domain/line-query.ts';
import type {
  LineFilter,
  LineOrigin,
  LinePage,
  LinePageRequest,
} from '../../../src/reconciliation/read-store.ts';
import { parseQuery, type QueryTerm } from '../../../src/transactions/domain/query.ts';
import { isIn } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';
import { CHUNK_ROWS, MAX_SCANNED_ROWS, yieldToEventLoop } from '../../transactions/queries/scans.ts';
import { storedLineFromRow } from '../rows/statement-lines.ts';
import { LINE_DAY } from './account-days.ts';
import { payingLines } from './lines-of.ts';
import { selectLines } from './statements.ts';

interface ListLines {
  readonly filter: LineFilter;
  readonly page: LinePageRequest;
}

/** How many lines that name the same transaction are read, newest first. */
const MAX_NAMED = 200;

/** Lists the lines of imported files, newest first. A search goes through them in pieces of limited size. */
export async function listStatementLines(db: Database, request: ListLines): Promise<LinePage> {
  const { filter, page } = request;
  if (filter.query !== undefined) return searchLines(db, request, parseQuery(filter.query));
  const rows = await selectFiltered(db, request)
    .limit(page.limit + 1)
    .execute();
  const items = rows.slice(0, page.limit).map(storedLineFromRow);
  return { items, next: rows.length > page.limit ? items.at(-1)?.id : undefined, scannedRows: 0 };
}

/**
 * Reads the lines that match every term. Lines that name a transaction by reference or id are found by an index.
 * Everything else is compared line by line, newest first, since the banks' texts are not indexed.
 */
async function searchLines(
  db: Database,
  { filter, page: { after, limit } }: ListLines,
  terms: readonly QueryTerm[],
): Promise<LinePage> {
  const named = await findNamed(db, terms);
  const meets = lineCondition(named ? terms.filter((term) => term !== named.term) : terms);
  const found: string[] = [];
  let scannedRows = 0;
  let last = after;
  let isEnd = false;
  while (!isEnd && found.length <= limit && scannedRows < MAX_SCANNED_ROWS) {
    const rows = await selectTexts(db, { filter, page: { after: last, limit } }, named?.ids).execute();
    isEnd = rows.length < CHUNK_ROWS;
    last = rows.at(-1)?.id ?? last;
    if (!named) scannedRows += rows.length;
    for (const { id, remittance, structuredReference, endToEndId, bankReference, ...line } of rows) {
      const texts = [remittance, structuredReference, endToEndId, bankReference];
      if (meets({ ...line, amountMinor: Number(line.amountMinor), texts })) found.push(id);
    }
    if (!isEnd) await yieldToEventLoop();
  }
  const ids = found.slice(0, limit);
  const hasMore = found.length > limit;
  return {
    items: await readLines(db, ids),
    next: hasMore ? ids.at(-1) : isEnd ? undefined : last,
    scannedRows,
  };
}

/** Finds the lines that name a transaction by one of the terms; undefined if there are none. */
async function findNamed(
  db: Database,
  terms: readonly QueryTerm[],
): Promise<{ readonly term: QueryTerm; readonly ids: readonly string[] } | undefined> {
  for (const term of terms) {
    const names = [...term.references, ...(term.transactionId === undefined ? [] : [term.transactionId])];
    if (names.length === 0) continue;
    const naming = await db
      .selectFrom('line_references')
      .select('line_id as id')
      .where('reference', 'in', names)
      .orderBy('line_id', 'desc')
      .limit(MAX_NAMED)
      .execute();
    const paying =
      term.transactionId === undefined ? [] : await findPaying(db, [term.transactionId], MAX_NAMED);
    const ids = [...new Set([...naming.map(({ id }) => id), ...paying])];
    if (ids.length > 0) return { term, ids };
  }
  return undefined;
}

/** Finds the lines that paid transactions or were noted as their payment, newest first. */
async function findPaying(
  db: Database,
  transactionIds: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  const paying = payingLines((transactionId) => isIn(transactionId, transactionIds));
  const { rows } = await sql<{ readonly id: string }>`
    select distinct line_id as id from (${paying}) as paying order by line_id desc limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** How many lines of a transaction are shown. */
const MAX_OF_TRANSACTION = 50;

/** Finds the lines that paid any of these transactions, newest first. */
export async function findLinesOf(
  db: Database,
  transactionIds: readonly string[],
): Promise<LinePage['items']> {
  if (transactionIds.length === 0) return [];
  return readLines(db, await findPaying(db, transactionIds, MAX_OF_TRANSACTION));
}

/** Finds where lines come from, and who decided about them last. */
export async function findLineOrigins(db: Database, lineIds: readonly string[]): Promise<LineOrigin[]> {
  if (lineIds.length === 0) return [];
  const rows = await db
    .selectFrom('statement_lines as l')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .leftJoin('line_decisions as d', 'd.id', 'l.decision_id')
    .select(['l.id', 'f.name', 'd.rule', 'd.actor_kind', 'd.actor_client_id', 'd.note', 'd.decided_at_ms'])
    .where('l.id', 'in', lineIds)
    .execute();
  return rows.map(
    ({ id, name, rule, actor_kind: kind, actor_client_id: clientId, note, decided_at_ms: atMs }) => ({
      lineId: id,
      fileName: name,
      decision:
        rule === null || kind === null || atMs === null
          ? undefined
          : {
              rule: rule as NonNullable<LineOrigin['decision']>['rule'],
              actor: { kind, clientId },
              note,
              decidedAtMs: Number(atMs),
            },
    }),
  );
}

async function readLines(db: Database, ids: readonly string[]): Promise<LinePage['items']> {
  if (ids.length === 0) return [];
  const rows = await selectLines(db).where('l.id', 'in', ids).orderBy('l.id', 'desc').execute();
  return rows.map(storedLineFromRow);
}

/** Selects a piece of the texts that a search compares. */
function selectTexts(db: Database, request: ListLines, ids: readonly string[] | undefined) {
  return selectFiltered(db, request)
    .clearSelect()
    .select(['l.id', 'l.amount_minor as amountMinor', 'l.counterparty_name as counterpartyName'])
    .select(['l.ultimate_name as ultimateName', 'l.counterparty_iban as counterpartyIban', 'l.remittance'])
    .select(['l.structured_reference as structuredReference', 'l.end_to_end_id as endToEndId'])
    .select('l.bank_reference as bankReference')
    .$if(ids !== undefined, (query) => query.where('l.id', 'in', [...(ids ?? [])]))
    .limit(CHUNK_ROWS);
}

function selectFiltered(
  db: Database,
  { filter: { states, accountId, fileId, fromDay, toDay }, page: { after } }: ListLines,
) {
  return (
    selectLines(db)
      .$if(states !== undefined, (query) => query.where('l.state', 'in', [...(states ?? [])]))
      .$if(accountId !== undefined, (query) => query.where('l.account_id', '=', accountId ?? ''))
      .$if(fileId !== undefined, (query) => query.where('s.file_id', '=', fileId ?? ''))
      // The index of days begins with the account.
      .$if(accountId === undefined && (fromDay ?? toDay) !== undefined, (query) =>
        query.where('l.account_id', 'in', (eb) => eb.selectFrom('bank_accounts').select('id')),
      )
      .$if(fromDay !== undefined, (query) => query.where(LINE_DAY, '>=', fromDay ?? ''))
      .$if(toDay !== undefined, (query) => query.where(LINE_DAY, '<=', toDay ?? ''))
      .$if(after !== undefined, (query) => query.where('l.id', '<', after ?? ''))
      .orderBy('l.id', 'desc')
  );
}

import { type RawBuilder, sql } from 'kysely';
import type { OtherNames } from '../../src/domain/matching/deposit-names.ts';
import type { LineFacts, LineLookups } from '../../src/domain/matching/model.ts';
import { askOut, NO_DAY } from '../../src/domain/matching/money-out.ts';
import { ENOUGH_OTHERS, firstCredits, firstOthers, namesIn } from '../../src/domain/matching/other-lines.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { type LineRow, selectLines, toLineFacts } from './lines-to-match.ts';

/** The limited queries of one statement: SQLite takes 500. */
const MOST_AT_ONCE = 64;
const MOST_IDS = 1024;
/** The other lines of one group, of one kind: a file can name many references on each of many lines. */
const MOST_OTHER_LINES = 2_000;
/** No line has more names of deposits, and other names of these. */
const MOST_OF_LINE = 256;

/** Lines that were read. */
export interface FoundLines {
  readonly found: readonly LineFacts[];
  /** Whether several lines have more others together than may be read for one group, so that none were. */
  readonly isCut: boolean;
}

const CUT: FoundLines = { found: [], isCut: true };

/**
 * Finds the other open lines that decide about lines: see `firstOthers`. See `withNamesakes` for money in of an amount.
 * @param more how many of them the caller may leave out.
 */
export async function findOtherLines(
  db: Database,
  lines: readonly LineFacts[],
  lookups: readonly LineLookups[],
  { more = 0, otherNames }: { readonly more?: number | undefined; readonly otherNames: OtherNames },
): Promise<FoundLines> {
  const credits = lines.filter(({ line }) => line.direction === 'credit');
  const names = namesOfCredits(lines, lookups);
  const takeBacks = await findTakeBacks(db, credits, ENOUGH_OTHERS + more);
  const payments = await findNaming(db, names, ENOUGH_OTHERS + more);
  const ids = new Set([...takeBacks, ...payments]);
  if (areTooMany(ids, lines)) return CUT;
  const found = (await findLines(db, [...ids])).map(toLineFacts);
  return { found: firstOthers(lines, found, { more, otherNames }), isCut: false };
}

/** Finds open money in of the account with the amount of a line: of each amount the first lines. */
export async function findCredits(
  db: Database,
  lines: readonly LineFacts[],
  more = 0,
): Promise<readonly LineFacts[]> {
  const accountId = lines[0]?.bankAccountId ?? '';
  const ids = await findFirst(
    db,
    [...new Set(lines.map(({ line }) => line.amountMinor))],
    (amount) => sql`
    select l.id from statement_lines as l
      cross join statements as s cross join statement_files as f
    where l.account_id = ${accountId} and l.amount_minor = ${amount} and l.is_open = 1 and l.direction = 'credit'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by l.id limit ${ENOUGH_OTHERS + more}`,
  );
  return firstCredits(lines, (await findLines(db, ids)).map(toLineFacts), more);
}

/** Finds open booked payments that name any of these: of each name the first lines. */
function findNaming(db: Database, names: readonly string[], limit: number): Promise<readonly string[]> {
  return findFirst(
    db,
    names,
    (name) => sql`
    select l.id from line_references as r cross join statement_lines as l
      cross join statements as s cross join statement_files as f
    where r.reference = ${name} and l.id = r.line_id
      and l.is_open = 1 and l.direction = 'credit' and l.status = 'booked'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by r.line_id limit ${limit}`,
  );
}

/**
 * Runs a limited query for each of some values, many in one statement. @returns the ids that these find: of more values
 * than one line has, no more than show that they are too many.
 */
async function findFirst<V>(
  db: Database,
  values: readonly V[],
  queryOf: (value: V) => RawBuilder<unknown>,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const chunk of chunksOf(values, MOST_AT_ONCE)) {
    const parts = padToPowerOfTwo(chunk).map((value) => sql`select id from (${queryOf(value)}) as found`);
    const { rows } = await sql<{ readonly id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
    for (const { id } of rows) ids.add(id);
    if (values.length > MOST_OF_LINE && ids.size > MOST_OTHER_LINES) break;
  }
  return [...ids];
}

/** Whether a group is to be made smaller: one line alone has no more others than it may have. */
function areTooMany({ size }: ReadonlySet<string>, { length }: readonly LineFacts[]): boolean {
  return length > 1 && size > MOST_OTHER_LINES;
}

/** Finds open money out of the account with the amount of a line that is marked as a return: of each amount the first. */
function findTakeBacks(db: Database, lines: readonly LineFacts[], limit: number): Promise<readonly string[]> {
  const accountId = lines[0]?.bankAccountId ?? '';
  return findFirst(
    db,
    [...new Set(lines.map(({ line }) => line.amountMinor))],
    (amount) => sql`
    select l.id from statement_lines as l
      cross join statements as s cross join statement_files as f
    where l.account_id = ${accountId} and l.amount_minor = ${amount} and l.is_open = 1
      and l.debit_kind = 'return' and l.direction = 'debit'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by l.id limit ${limit}`,
  );
}

async function findLines(db: Database, ids: readonly string[]): Promise<readonly LineRow[]> {
  const rows: LineRow[] = [];
  for (const chunk of chunksOf(ids, MOST_IDS))
    rows.push(...(await selectLines(db).where('l.id', 'in', padToPowerOfTwo(chunk)).execute()));
  return rows;
}

/** Of money out that is known to pay a withdrawal or to give back a deposit, nothing else is to be said. */
const IS_UNEXPLAINED = sql.raw(
  `l.direction = 'debit' and l.state not in ('matched', 'replaced')
    and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'`,
);

/**
 * Finds money out that no withdrawal is known to explain, and that may send back money in: see `AskedOut`. It is found
 * whatever became of it, because nobody has to decide about money that an operator has sent back.
 * @param more how many of it the caller may leave out.
 */
export async function findMoneyOut(
  db: Database,
  lines: readonly LineFacts[],
  lookups: readonly LineLookups[],
  more = 0,
): Promise<FoundLines> {
  const asked = askOut(lines);
  if (asked.length === 0) return { found: [], isCut: false };
  const limit = ENOUGH_OTHERS + more;
  const ofPayers = asked.filter(({ counterpartyIban }) => counterpartyIban !== null);
  const from = sql.raw('statement_lines as l cross join statements as s cross join statement_files as f');
  const day = sql.raw(`coalesce(l.booking_date, l.value_date, '${NO_DAY}')`);
  const toPayers = await findFirst(
    db,
    ofPayers,
    (one) => sql`
    select l.id from ${from}
    where l.counterparty_iban = ${one.counterpartyIban}
      and l.amount_minor >= ${one.lowestMinor} and l.amount_minor <= ${one.amountMinor}
      and ${day} >= ${one.day} and ${IS_UNEXPLAINED} limit ${limit}`,
  );
  const ofAmounts = await findFirst(
    db,
    asked,
    (one) => sql`
    select l.id from ${from}
    where l.account_id = ${one.bankAccountId} and l.amount_minor = ${one.amountMinor} and ${day} >= ${one.day}
      ${one.counterpartyIban === null ? sql`` : sql`and l.counterparty_iban is null`}
      and l.debit_kind <> 'fee' and ${IS_UNEXPLAINED} limit ${limit}`,
  );
  const naming = await findFirst(
    db,
    namesOfCredits(lines, lookups),
    (name) => sql`
    select l.id from line_references as r cross join ${from}
    where r.reference = ${name} and l.id = r.line_id and ${IS_UNEXPLAINED} limit ${limit}`,
  );
  const ids = new Set([...toPayers, ...ofAmounts, ...naming]);
  if (areTooMany(ids, lines)) return CUT;
  return { found: (await findLines(db, [...ids])).map(toLineFacts), isCut: false };
}

/** The names of deposits in money in. */
function namesOfCredits(lines: readonly LineFacts[], lookups: readonly LineLookups[]): readonly string[] {
  return namesIn(
    lookups.flatMap(({ references, transactionIds }, index) =>
      lines[index]?.line.direction === 'credit' ? [...references, ...transactionIds] : [],
    ),
  );
}

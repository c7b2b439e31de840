import { type RawBuilder, sql } from 'kysely';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import { type LineFacts, MAX_READ_OTHERS } from '../../../src/reconciliation/domain/matching/model.ts';
import { dayOf, NO_DAY } from '../../../src/reconciliation/domain/matching/money-back.ts';
import { type RowTypes, rowsOf } from '../../sql/functions.ts';
import { chunksOf } from '../../sql/lists.ts';
import { amountsWith, readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { type LineRow, selectLines, toLineFacts } from './lines-to-match.ts';
import { RETURNS_UNNAMED } from './payment-rounds.ts';

const MAX_IDS = 1024;
/** How many names of lines one SQL statement takes: a hostile file has many on each line. */
const MAX_OF_LINE = 256;
/** How many other lines are read for one group. */
const MAX_OTHER_LINES = 2_000;
/** How many debits of one amount are searched for those that no withdrawal explains. */
const MAX_VISITED = 1_000;

interface FoundLine {
  readonly id: string;
}

/**
 * Finds open booked credits with any of these names: the first lines of each name.
 * @returns undefined if several names together have more than can be read for one group.
 */
export async function findNaming(
  db: Database,
  names: readonly string[],
): Promise<readonly LineFacts[] | undefined> {
  const rows = await readEach(
    db,
    names,
    (name) => sql<FoundLine>`
    select l.id from line_references as r cross join statement_lines as l
      cross join statements as s cross join statement_files as f
    where r.reference = ${name} and l.id = r.line_id
      and l.is_open = 1 and l.direction = 'credit' and l.status = 'booked'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by r.line_id limit ${MAX_READ_OTHERS}`,
    (all) => names.length > MAX_OF_LINE && all.length > MAX_OTHER_LINES,
  );
  return readLines(db, rows);
}

/** Matches debits that no match explains, and those that can have returned a deposit. Written as in the index. */
const IS_OPEN_DEBIT = sql.raw(
  "l.debit_kind <> 'fee' and l.state <> 'replaced' and (l.state <> 'matched' or l.debit_kind = 'return')",
);

/** Whether a name in a debit is the id of a withdrawal, or of a payout, of its amount. */
function isExplained(name: RawBuilder<string>, amountMinor: RawBuilder<number>): RawBuilder<boolean> {
  return sql`(exists (
    select 1 from transactions as t
    where t.id = ${name} and t.type = 'withdrawal' and t.amount_minor = ${amountMinor} and t.is_test = 0
  ) or exists (
    select 1 from payout_rows as p
      left join transactions as t on t.id = p.transaction_id left join refunds as f on f.id = p.transaction_id
    where p.end_to_end_id = ${name} and coalesce(t.amount_minor, f.amount_minor) = ${amountMinor}
  ))`;
}

/** Leaves out debits, which may be unsaved, that a withdrawal or a payout explains. */
export async function withoutExplained(
  db: Database,
  debits: readonly LineFacts[],
): Promise<readonly LineFacts[]> {
  const names = debits.flatMap(({ lineId, line }) => {
    const { transactionIds, payoutIds } = lookupsOf(line);
    return [...transactionIds, ...payoutIds].map((name) => [lineId, name, line.amountMinor]);
  });
  if (names.length === 0) return debits;
  const rows = await db
    .selectFrom(rowsOf<NamingDebit>(NAMING_DEBIT, names).as('n'))
    .select('n.id')
    .where(isExplained(sql`n.name`, sql`n.amount`))
    .execute();
  const explained = new Set(rows.map(({ id }) => id));
  return debits.filter(({ lineId }) => !explained.has(lineId));
}

interface NamingDebit extends FoundLine {
  readonly name: string;
  readonly amount: number;
}

const NAMING_DEBIT: RowTypes<NamingDebit> = { id: 'text', name: 'text', amount: 'bigint' };

interface FoundDebit extends FoundLine {
  readonly amount: number | string;
  readonly explained: number | boolean;
}

/**
 * Finds unexplained debits of an account that have the amount of a credit and are on its day or later. A debit is
 * explained if it matches a withdrawal or a deposit whose payment it has returned, if it has the id of a withdrawal or
 * payout of its amount, or if it is a fee. Debits count in any state, because money that an operator has sent back
 * needs no decision.
 * @returns undefined if several amounts together have more debits than can be read for one group.
 */
export async function findUnexplained(
  db: Database,
  lines: readonly LineFacts[],
): Promise<readonly LineFacts[] | undefined> {
  const credits = lines.filter(({ line }) => line.direction === 'credit');
  const asked = new Map<number, LineFacts>();
  for (const credit of credits) {
    const known = asked.get(credit.line.amountMinor);
    if (!known || (dayOf(credit.line) ?? '') < (dayOf(known.line) ?? ''))
      asked.set(credit.line.amountMinor, credit);
  }
  const accountId = lines[0]?.bankAccountId ?? '';
  const some = await amountsWith(
    db,
    [...asked.keys()],
    sql`select 1 from statement_lines as l where l.account_id = ${accountId} and l.amount_minor = asked.amount
      and ${IS_OPEN_DEBIT}`,
  );
  const day = sql.raw(`coalesce(l.booking_date, l.value_date, '${NO_DAY}')`);
  const rows = await readEach(
    db,
    [...asked.values()].filter(({ line }) => some.has(line.amountMinor)),
    ({ line }) => sql<FoundDebit>`
    select l.id, l.amount_minor as amount, case when l.state = 'matched' then not ${RETURNS_UNNAMED} else exists (
      select 1 from line_references as r
      where r.line_id = l.id and ${isExplained(sql`r.reference`, sql`l.amount_minor`)}
    ) end as explained
    from statement_lines as l cross join statements as s cross join statement_files as f
    where l.account_id = ${accountId} and l.amount_minor = ${line.amountMinor} and ${day} >= ${dayOf(line) ?? ''}
      and ${IS_OPEN_DEBIT} and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by ${day} desc limit ${MAX_VISITED + 1}`,
  );
  return readLines(db, lastOfEach(rows));
}

/**
 * Takes the last unexplained debits of each amount. For an amount with very many debits, it takes the last of all,
 * which show that there are too many.
 */
function lastOfEach(rows: readonly FoundDebit[]): readonly FoundLine[] {
  const found = new Map<number, Map<string, FoundDebit>>();
  for (const row of rows) {
    const ofAmount = found.get(Number(row.amount)) ?? new Map<string, FoundDebit>();
    ofAmount.set(row.id, row);
    found.set(Number(row.amount), ofAmount);
  }
  return [...found.values()].flatMap((ofAmount) => {
    const debits = [...ofAmount.values()];
    const open = debits.length > MAX_VISITED ? debits : debits.filter(({ explained }) => !Number(explained));
    return open.slice(0, MAX_READ_OTHERS);
  });
}

/** Reads lines by their ids. @returns undefined for more than can be read for one group. */
export async function readLines(
  db: Database,
  rows: readonly FoundLine[],
): Promise<readonly LineFacts[] | undefined> {
  const ids = [...new Set(rows.map(({ id }) => id))];
  if (ids.length > MAX_OTHER_LINES) return undefined;
  const found: LineRow[] = [];
  for (const chunk of chunksOf(ids, MAX_IDS))
    found.push(...(await selectLines(db).where('l.id', 'in', chunk).execute()));
  return found.map(toLineFacts);
}

import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { namesDeposit } from '../../../src/reconciliation/domain/matching/deposit-names.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import {
  type EqualPayment,
  type EqualPayments,
  type LineFacts,
  MAX_OTHERS,
  MAX_READ_OTHERS,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { dayOf } from '../../../src/reconciliation/domain/matching/money-back.ts';
import { chunksOf, isIn } from '../../sql/lists.ts';
import { readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { isDeposit } from '../rows/matched-transactions.ts';
import { type LineRow, selectLines, toLineFacts } from './lines-to-match.ts';
import { findNamed } from './match-transactions.ts';

const MAX_IDS = 500;

/** The source of a statement: its kind, the format of its file and, for tables, the profile, which cuts the texts. */
const sourceOf = (statement: string, file: string) =>
  sql<string>`${sql.ref(statement)}.kind || ' ' || ${sql.ref(file)}.format || ' ' || coalesce(${sql.ref(file)}.profile_id, '')`;
const SOURCE = sourceOf('s', 'f');

/** The fields in which lines of one payment agree, and the sources of the statements that contain the line. */
interface Key {
  readonly day: string;
  readonly direction: 'credit' | 'debit';
  readonly amountMinor: number;
  readonly currency: string;
  readonly sources: readonly string[];
}

/**
 * Finds lines that may be the same payment as stored lines of one account: they agree in account, day, direction,
 * amount and currency, but no source contains both. They wait, or their money was used or given back. Lines that name
 * different withdrawals or refunds are different payments.
 * @returns the found lines by the ids of the given ones.
 */
export async function findEqualPayments(
  db: Database,
  lines: readonly LineFacts[],
): Promise<ReadonlyMap<string, EqualPayments>> {
  const keys = await findKeys(db, lines);
  const accountId = lines[0]?.bankAccountId ?? '';
  const found = await findOfKeys(
    db,
    accountId,
    await withOtherSources(db, accountId, new Set(keys.values())),
  );
  const equal = [...keys].flatMap(([lineId, key]) => {
    const equals = found.get(key);
    return equals ? [[lineId, equals] as const] : [];
  });
  const payouts = await findPayoutsOf(db, [
    ...equal.map(([lineId]) => lineId),
    ...[...found.values()].flatMap(({ others }) => others.map(({ line }) => line.lineId)),
  ]);
  return new Map(equal.map(([lineId, equals]) => [lineId, ofSamePayout(lineId, equals, payouts)]));
}

/** Leaves out the lines that name other withdrawals or refunds than the given line. */
function ofSamePayout(
  lineId: string,
  equals: EqualPayments,
  payouts: ReadonlyMap<string, ReadonlySet<string>>,
): EqualPayments {
  const own = payouts.get(lineId);
  // If there are too many, only one is read: see MAX_OTHERS.
  if (!own || equals.areTooMany) return equals;
  const others = equals.others.filter(({ line }) => {
    const named = payouts.get(line.lineId);
    return !named || [...named].some((id) => own.has(id));
  });
  return { ...equals, others };
}

/** Finds, for each line, the withdrawals and refunds that it names by their own ids or those of their payouts. */
async function findPayoutsOf(
  db: Database,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const named = new Map<string, Set<string>>();
  for (const chunk of chunksOf([...new Set(lineIds)], MAX_IDS)) {
    const { rows } = await sql<{ readonly id: string; readonly named: string }>`
      select n.line_id as id, coalesce(r.transaction_id, t.id) as named from line_references as n
        left join payout_rows as r on r.end_to_end_id = n.reference
        left join transactions as t on t.id = n.reference and t.type = 'withdrawal'
      where ${isIn(sql`n.line_id`, chunk)} and coalesce(r.transaction_id, t.id) is not null`.execute(db);
    for (const row of rows) named.set(row.id, (named.get(row.id) ?? new Set()).add(row.named));
  }
  return named;
}

/** Finds the keys of lines, as text, by the ids of the lines. */
async function findKeys(db: Database, lines: readonly LineFacts[]): Promise<ReadonlyMap<string, string>> {
  const sourcesOf = await findSources(db, lines);
  return new Map(
    lines.flatMap(({ lineId, line }) => {
      const [day, sources] = [dayOf(line), sourcesOf.get(lineId)];
      if (day === null || !sources) return [];
      const { direction, amountMinor, currency } = line;
      const key: Key = { day, direction, amountMinor, currency, sources: [...sources].sort() };
      return [[lineId, JSON.stringify(key)]];
    }),
  );
}

const keyOf = (text: string): Key => JSON.parse(text);

/** Finds the sources of the statements that contain lines, by the ids of the lines. */
async function findSources(
  db: Database,
  lines: readonly LineFacts[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const sources = new Map<string, Set<string>>();
  for (const chunk of chunksOf(lines, MAX_IDS)) {
    const ids = chunk.map(({ lineId }) => lineId);
    const { rows } = await sql<{ readonly id: string; readonly source: string }>`
      select l.id, ${SOURCE} as source from statement_lines as l
        join statements as s on s.id = l.statement_id join statement_files as f on f.id = s.file_id
      where ${isIn(sql`l.id`, ids)}
      union all
      select g.line_id, ${SOURCE} from line_sightings as g
        join statements as s on s.id = g.statement_id join statement_files as f on f.id = s.file_id
      where ${isIn(sql`g.line_id`, ids)} and f.state = 'imported'`.execute(db);
    for (const { id, source } of rows) sources.set(id, (sources.get(id) ?? new Set()).add(source));
  }
  return sources;
}

/** Leaves out the keys of days for which there is no other source: most accounts have only one. */
async function withOtherSources(
  db: Database,
  accountId: string,
  keys: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ofDays = groupBy(keys, (key) => JSON.stringify([keyOf(key).day, keyOf(key).sources]));
  const found: string[] = [];
  for (const [group, ofDay] of ofDays) {
    const [day, sources] = JSON.parse(group) as [string, string[]];
    const { rows } = await sql`select 1 from statements as s cross join statement_files as f
      where s.account_id = ${accountId} and s.last_date >= ${day} and s.first_date <= ${day}
        and f.id = s.file_id and f.state = 'imported' and not ${isIn(SOURCE, sources)} limit 1`.execute(db);
    if (rows.length > 0) found.push(...ofDay);
  }
  return found;
}

interface FoundLine {
  readonly key: string;
  readonly id: string;
}

async function findOfKeys(
  db: Database,
  accountId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EqualPayments>> {
  const rows = await readEach(db, keys, (key) => {
    const { day, direction, amountMinor, currency, sources } = keyOf(key);
    return sql<FoundLine>`select cast(${key} as text) as key, l.id
      from statement_lines as l cross join statements as s cross join statement_files as f
      where l.account_id = ${accountId} and coalesce(l.booking_date, l.value_date) = ${day}
        and l.amount_minor = ${amountMinor} and l.currency = ${currency}
        and l.direction = ${direction} and l.status = 'booked'
        and (l.is_open = 1 or l.state in ('matched', 'giving-back', 'given-back'))
        and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported' and not ${isIn(SOURCE, sources)}
        and not exists (
          select 1 from line_sightings as g join statements as o on o.id = g.statement_id
            join statement_files as p on p.id = o.file_id
          where g.line_id = l.id and p.state = 'imported' and ${isIn(sourceOf('o', 'p'), sources)})
      limit ${MAX_READ_OTHERS}`;
  });
  const ids = new Map(
    [...groupBy(rows, ({ key }) => key)].map(([key, ofKey]) => [
      key,
      [...new Set(ofKey.map(({ id }) => id))].sort(),
    ]),
  );
  const read = [...ids.values()].flatMap((all) => (all.length > MAX_OTHERS ? all.slice(0, 1) : all));
  const lines = await readEqual(db, [...new Set(read)]);
  return new Map(
    [...ids].map(([key, all]) => [
      key,
      { others: all.flatMap((id) => lines.get(id) ?? []), areTooMany: all.length > MAX_OTHERS },
    ]),
  );
}

/** Reads lines and the deposits that they name. */
async function readEqual(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, EqualPayment>> {
  const found: LineRow[] = [];
  for (const chunk of chunksOf(ids, MAX_IDS))
    found.push(...(await selectLines(db).where('l.id', 'in', chunk).execute()));
  const facts = new Map(found.map((row) => [row.id, toLineFacts(row)]));
  const lookups = new Map([...facts].map(([id, { line }]) => [id, lookupsOf(line)]));
  const all = [...lookups.values()];
  const deposits = (
    await findNamed(db, {
      references: all.flatMap(({ references }) => references),
      ids: all.flatMap(({ transactionIds }) => transactionIds),
    })
  ).filter(isDeposit);
  return new Map(
    found.flatMap((row) => {
      const [line, own] = [facts.get(row.id), lookups.get(row.id)];
      if (!line || !own) return [];
      const named = deposits.filter(({ id, reference }) =>
        namesDeposit(own, { transactionId: id, reference }),
      );
      return [[row.id, { line, isOpen: row.is_open === 1, named: named.map(({ id }) => id) }] as const];
    }),
  );
}

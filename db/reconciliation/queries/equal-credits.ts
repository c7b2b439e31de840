import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { namesDeposit } from '../../../src/reconciliation/domain/matching/deposit-names.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type { EqualCredit, LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { dayOf } from '../../../src/reconciliation/domain/matching/money-back.ts';
import type { StatementKind } from '../../../src/reconciliation/domain/statement.ts';
import type { StoredLineState } from '../../../src/reconciliation/line-store.ts';
import { chunksOf, isIn } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';
import { isDeposit } from '../rows/matched-transactions.ts';
import { selectLines, toLineFacts } from './lines-to-match.ts';
import { findNamed } from './match-transactions.ts';

const MAX_IDS = 500;
/** The equal credits of one day that are compared. */
const MAX_EQUAL = 1_000;

/** The closed states in which the money of a line was used or given back. */
const USED: readonly string[] = ['matched', 'giving-back', 'given-back'] satisfies StoredLineState[];

type Equal = Omit<EqualCredit, 'named'>;

/**
 * Finds the credits that have the account, day, amount and currency of stored lines of one account, and that no kind of
 * statement has which also has the line: those that wait, and those whose money was used or given back.
 */
export async function findEqualCredits(
  db: Database,
  lines: readonly LineFacts[],
): Promise<readonly EqualCredit[]> {
  const credits = lines.filter(({ line }) => line.direction === 'credit' && dayOf(line) !== null);
  const kinds = await findKinds(db, credits);
  const groups = groupBy(credits, ({ lineId, line }) =>
    JSON.stringify([dayOf(line), [...(kinds.get(lineId) ?? [])].sort()]),
  );
  const found: Equal[] = [];
  for (const [group, ofGroup] of groups) {
    const [day, known] = JSON.parse(group) as [string, StatementKind[]];
    if (known.length > 0) found.push(...(await findOfDay(db, ofGroup, { day, kinds: known })));
  }
  return withNamed(db, found);
}

/** Finds the kinds of the statements that contain lines, by the ids of the lines. */
async function findKinds(
  db: Database,
  lines: readonly LineFacts[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const kinds = new Map<string, Set<string>>();
  for (const chunk of chunksOf(lines, MAX_IDS)) {
    const ids = chunk.map(({ lineId }) => lineId);
    const { rows } = await sql<{ readonly id: string; readonly kind: string }>`
      select l.id, s.kind from statement_lines as l join statements as s on s.id = l.statement_id
      where ${isIn(sql`l.id`, ids)}
      union all
      select g.line_id, s.kind from line_sightings as g join statements as s on s.id = g.statement_id
      where ${isIn(sql`g.line_id`, ids)}`.execute(db);
    for (const { id, kind } of rows) kinds.set(id, (kinds.get(id) ?? new Set()).add(kind));
  }
  return kinds;
}

interface OfDay {
  readonly day: string;
  /** The kinds of the statements that contain the lines. */
  readonly kinds: readonly StatementKind[];
}

async function findOfDay(
  db: Database,
  lines: readonly LineFacts[],
  { day, kinds }: OfDay,
): Promise<readonly Equal[]> {
  const accountId = lines[0]?.bankAccountId ?? '';
  // Most accounts have statements of one kind.
  const { rows } = await sql`select 1 from statements where account_id = ${accountId} and last_date >= ${day}
    and first_date <= ${day} and not ${isIn(sql`kind`, kinds)} limit 1`.execute(db);
  if (rows.length === 0) return [];
  const found = await selectLines(db)
    .where('l.account_id', '=', accountId)
    .where(sql<string>`coalesce(l.booking_date, l.value_date)`, '=', day)
    .where('l.amount_minor', 'in', [...new Set(lines.map(({ line }) => line.amountMinor))])
    .where('l.direction', '=', 'credit')
    .where('l.status', '=', 'booked')
    .where('s.kind', 'not in', kinds)
    .where(
      sql<boolean>`not exists (select 1 from line_sightings as g join statements as o on o.id = g.statement_id
        where g.line_id = l.id and ${isIn(sql`o.kind`, kinds)})`,
    )
    .limit(MAX_EQUAL)
    .execute();
  // Not asked of the database, which would rather find lines by their states than by their day.
  const counting = found.filter(({ is_open, state }) => is_open === 1 || USED.includes(state));
  const byAmount = groupBy(counting, (row) => `${row.amount_minor} ${row.currency}`);
  return lines.flatMap(({ lineId, line }) =>
    (byAmount.get(`${line.amountMinor} ${line.currency}`) ?? []).map((row) => ({
      lineId,
      credit: toLineFacts(row),
      isOpen: row.is_open === 1,
    })),
  );
}

/** Adds the deposits that credits name. */
async function withNamed(db: Database, equals: readonly Equal[]): Promise<readonly EqualCredit[]> {
  if (equals.length === 0) return [];
  const lookups = new Map(equals.map(({ credit }) => [credit.lineId, lookupsOf(credit.line)]));
  const all = [...lookups.values()];
  const deposits = (
    await findNamed(db, {
      references: all.flatMap(({ references }) => references),
      ids: all.flatMap(({ transactionIds }) => transactionIds),
    })
  ).filter(isDeposit);
  return equals.map((equal) => {
    const own = lookups.get(equal.credit.lineId);
    const named = deposits.filter(
      ({ id, reference }) => own && namesDeposit(own, { transactionId: id, reference }),
    );
    return { ...equal, named: named.map(({ id }) => id) };
  });
}

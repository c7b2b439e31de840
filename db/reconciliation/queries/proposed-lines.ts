import { type RawBuilder, sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import type { ProposedLines, StoredDecision, StoredLine } from '../../../src/reconciliation/read-store.ts';
import { chunksOf } from '../../sql/lists.ts';
import { readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { nameOf } from '../../transactions/queries/deposit-facts.ts';
import { decisionFromRow } from '../rows/line-decisions.ts';
import { storedLineFromRow } from '../rows/statement-lines.ts';
import { findDoubts } from './doubts.ts';
import { selectLines } from './statements.ts';

/** How many open credits, and how many waiting deposits, of one account and amount are compared with proposals. */
const MAX_OF_PLACE = 200;
/** How many are read for all accounts and amounts. */
const MAX_RIVALS = 5_000;
/** How many accounts and amounts one SQL statement takes. */
const PLACES_AT_ONCE = 16;

/**
 * Finds the newest booked lines that wait with proposals, each with its decision and what could speak against it: other
 * open credits of its account and amount, the deposits that wait there now, and the open credits that name one of
 * these. Lines are left out if their money is in doubt, or if their account and amount have more than can be compared.
 * If there are very many accounts and amounts, only those of the newest lines are compared.
 */
export async function findProposedLines(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<ProposedLines> {
  const newest = await selectLines(db)
    // A literal, so that the planner uses the index of states.
    .where('l.state', '=', sql.lit('proposed'))
    .where('l.status', '=', 'booked')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  const places = [...new Map(newest.map((row) => [placeOf(row), row])).values()];
  const credits = await readPlaces(db, places, creditsOf);
  const waiting = await readPlaces(db, places, depositsOf);
  const rows = newest.filter((row) => credits.has(placeOf(row)) && waiting.has(placeOf(row)));
  const doubts = await findDoubts(db, rows);
  const decisions = await readDecisions(db, rows);
  const lines = rows.flatMap((row) => {
    const decision = decisions.get(row.decision_id ?? '');
    return decision && !doubts.has(row.id) ? [{ stored: storedLineFromRow(row), decision }] : [];
  });
  const deposits = places.flatMap((place) =>
    (waiting.get(placeOf(place)) ?? []).map((one) => toDeposit(place, one)),
  );
  const proposed = new Set(lines.flatMap(({ decision }) => decision.candidates[0]?.transactionId ?? []));
  return {
    lines,
    otherLines: await readLines(db, [...credits.values()].flat()),
    naming: await findNaming(
      db,
      deposits.filter(({ transactionId }) => proposed.has(transactionId)),
    ),
    deposits,
  };
}

interface Place {
  readonly account_id: string;
  readonly amount_minor: number;
}

/** A line or a deposit, and its place: the account and the amount. */
interface PlacedItem {
  readonly id: string;
  readonly place: string;
}

const placeOf = ({ account_id: accountId, amount_minor: amountMinor }: Place) =>
  `${accountId} ${amountMinor}`;

/**
 * Reads what belongs to accounts and amounts, for as many of the first ones as can be compared together.
 * @returns the rows by account and amount, without those that have too many.
 */
async function readPlaces<R extends PlacedItem>(
  db: Database,
  places: readonly Place[],
  queryOf: (place: Place) => RawBuilder<R>,
): Promise<ReadonlyMap<string, readonly R[]>> {
  const found = new Map<string, readonly R[]>();
  let left = MAX_RIVALS;
  for (const chunk of chunksOf(places, PLACES_AT_ONCE)) {
    const limited = (place: Place) => sql<R>`${queryOf(place)} limit ${MAX_OF_PLACE + 1}`;
    const rows = groupBy(await readEach(db, chunk, limited), ({ place }) => place);
    for (const place of chunk.map(placeOf)) {
      const unique = [...new Map(rows.get(place)?.map((row) => [row.id, row])).values()];
      if (unique.length > MAX_OF_PLACE) continue;
      left -= unique.length;
      if (left < 0) return found;
      found.set(place, unique);
    }
  }
  return found;
}

/** Selects the open credits of an account and amount, whatever they wait for. */
function creditsOf(place: Place): RawBuilder<PlacedItem> {
  return sql`select l.id, cast(${placeOf(place)} as text) as place from statement_lines as l
    where l.account_id = ${place.account_id} and l.direction = 'credit' and l.amount_minor = ${place.amount_minor}
      and l.is_open = 1 and l.status = 'booked'`;
}

interface WaitingDeposit extends PlacedItem {
  readonly reference: string | null;
  readonly name: string;
}

/** Selects the deposits of an account and amount that wait now. */
function depositsOf(place: Place): RawBuilder<WaitingDeposit> {
  return sql`select t.id, cast(${placeOf(place)} as text) as place, t.reference, t.name
    from transactions as t
    where t.bank_account_id = ${place.account_id} and t.amount_minor = ${place.amount_minor} and t.type = 'deposit'
      and t.status = 'pending' and t.is_test = 0`;
}

function toDeposit(
  { account_id: accountId, amount_minor: amountMinor }: Place,
  { id: transactionId, reference, name }: WaitingDeposit,
): ProposedLines['deposits'][number] {
  return { transactionId, reference, accountId, amountMinor, name: nameOf(name) };
}

async function readDecisions(
  db: Database,
  rows: readonly { readonly decision_id: string | null }[],
): Promise<ReadonlyMap<string, StoredDecision>> {
  const ids = rows.flatMap(({ decision_id: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const made = await db.selectFrom('line_decisions').selectAll().where('id', 'in', ids).execute();
  return new Map(made.map((row) => [row.id, decisionFromRow(row)]));
}

async function readLines(db: Database, found: readonly PlacedItem[]): Promise<readonly StoredLine[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return (await selectLines(db).where('l.id', 'in', ids).execute()).map(storedLineFromRow);
}

interface NamingLine {
  readonly id: string;
  /** The id or the reference of a deposit. */
  readonly name: string;
}

/**
 * Finds open credits that name deposits, by the ids of the deposits. Two for each name are enough, since one can be the
 * proposed line.
 */
async function findNaming(
  db: Database,
  deposits: ProposedLines['deposits'],
): Promise<ProposedLines['naming']> {
  const rows = await readEach(
    db,
    deposits.flatMap(namesOf),
    (name) => sql<NamingLine>`
    select l.id, r.reference as name from line_references as r cross join statement_lines as l
    where r.reference = ${name} and l.id = r.line_id and l.is_open = 1 and l.direction = 'credit' and l.status = 'booked'
    limit 2`,
  );
  const byName = groupBy(rows, ({ name }) => name);
  return new Map(
    deposits.map((deposit) => {
      const naming = namesOf(deposit).flatMap((name) => byName.get(name) ?? []);
      return [deposit.transactionId, new Set(naming.map(({ id }) => id))];
    }),
  );
}

function namesOf({ transactionId, reference }: ProposedLines['deposits'][number]): readonly string[] {
  return reference === null ? [transactionId] : [transactionId, reference];
}

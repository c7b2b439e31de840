import { sql } from 'kysely';
import { MOST_COMPARISONS } from '../../src/domain/matching/comparisons.ts';
import type { CrowdedAmounts, LineFacts } from '../../src/domain/matching/model.ts';
import { chunksOf, valueRows } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import {
  type MatchTerms,
  MOST_DEPOSITS,
  MOST_FOUND,
  MOST_VISITED_AT_ONCE,
  MOST_WITHDRAWALS,
  PAYOUT_WINDOW_MS,
  recentSinceMs,
} from './match-limits.ts';

/** The share of MOST_FOUND that a deposit takes: its name is compared. */
const DEPOSIT_WEIGHT = MOST_FOUND / MOST_DEPOSITS;
const MOST_OF_LINES = MOST_COMPARISONS * DEPOSIT_WEIGHT;
/** What several amounts have together: to read more takes longer than creates are to wait. One alone can have more. */
const MOST_OF_AMOUNTS = 1_500 * DEPOSIT_WEIGHT;
/** The amounts of one statement. */
const MOST_AMOUNTS = 128;
/** The transactions of each of these amounts that are counted at first. Few amounts have more: these are counted alone. */
const MOST_AT_FIRST = 500;

/** The transactions of an amount: of each kind no more are counted than show that they are too many. */
interface Weight {
  readonly deposits: number;
  readonly withdrawals: number;
}

const NOTHING: Weight = { deposits: 0, withdrawals: 0 };

export interface TakenLines {
  /** The first of the lines, at least one. */
  readonly lines: readonly LineFacts[];
  readonly crowded: CrowdedAmounts;
}

/**
 * Takes the first of some lines of one account: as many as may be decided about together, by how many transactions have
 * their amounts. Of an amount that too many deposits have, the deposits are not compared at all, so that they hold up no
 * line of another; and so with withdrawals.
 */
export async function takeLines(
  db: Database,
  lines: readonly LineFacts[],
  terms: MatchTerms,
): Promise<TakenLines> {
  const weights = await weighAmounts(db, lines, terms);
  const crowded = crowdedOf(weights);
  const taken = new Set<number>();
  let read = 0;
  let compared = 0;
  const end = lines.findIndex(({ line: { amountMinor } }, place) => {
    const known = weights.get(amountMinor);
    const weight = weightOf(amountMinor, known ?? NOTHING, crowded);
    compared += weight;
    const adds = !taken.has(amountMinor) && weight > 0;
    if (adds) read += weight;
    taken.add(amountMinor);
    return place > 0 && (known === undefined || (adds && read > MOST_OF_AMOUNTS) || compared > MOST_OF_LINES);
  });
  return { lines: end === -1 ? lines : lines.slice(0, end), crowded };
}

function crowdedOf(weights: ReadonlyMap<number, Weight>): CrowdedAmounts {
  const amountsOf = (isCrowded: (weight: Weight) => boolean) =>
    new Set([...weights].filter(([, weight]) => isCrowded(weight)).map(([amountMinor]) => amountMinor));
  return {
    deposits: amountsOf(({ deposits }) => deposits > MOST_DEPOSITS),
    withdrawals: amountsOf(({ withdrawals }) => withdrawals > MOST_WITHDRAWALS),
  };
}

function weightOf(amountMinor: number, weight: Weight, crowded: CrowdedAmounts): number {
  const deposits = crowded.deposits.has(amountMinor) ? 0 : weight.deposits;
  const withdrawals = crowded.withdrawals.has(amountMinor) ? 0 : weight.withdrawals;
  return DEPOSIT_WEIGHT * deposits + withdrawals;
}

/**
 * Counts the transactions that `findTransactionsOf` would find of each amount. It counts not many more than
 * MOST_VISITED_AT_ONCE of several: amounts behind those are left out.
 */
async function weighAmounts(
  db: Database,
  lines: readonly LineFacts[],
  terms: MatchTerms,
): Promise<ReadonlyMap<number, Weight>> {
  const bankAccountId = lines[0]?.bankAccountId ?? '';
  const amounts = [...new Set(lines.map(({ line }) => line.amountMinor))];
  const weights = new Map<number, Weight>();
  let visited = 0;
  for (const chunk of chunksOf(amounts, MOST_AMOUNTS)) {
    const first = await countOf(db, chunk, { bankAccountId, terms, most: MOST_AT_FIRST });
    for (const amount of chunk) {
      let counts = first.get(amount) ?? [];
      if (counts.some((count) => count > MOST_AT_FIRST))
        counts =
          (await countOf(db, [amount], { bankAccountId, terms, most: MOST_WITHDRAWALS })).get(amount) ?? [];
      const [pending = 0, ended = 0, paid = 0, waiting = 0, sent = 0] = counts;
      const weight = { deposits: pending + ended + paid, withdrawals: waiting + sent };
      weights.set(amount, weight);
      visited += weight.deposits + weight.withdrawals;
      if (visited > MOST_VISITED_AT_ONCE) return weights;
    }
  }
  return weights;
}

interface Counting {
  readonly bankAccountId: string;
  readonly terms: MatchTerms;
  /** Of each kind, no more are counted than one beyond these. */
  readonly most: number;
}

/**
 * Counts the transactions of amounts: deposits of the account that are pending, that ended recently, and that were paid with
 * the amount instead of their own; withdrawals that are pending, and that ended. Each is read in an index alone.
 */
async function countOf(
  db: Database,
  amounts: readonly number[],
  { bankAccountId, terms, most }: Counting,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const createdSince = terms.nowMs - PAYOUT_WINDOW_MS;
  const isHere = sql`bank_account_id = ${bankAccountId} and is_test = 0`;
  // A withdrawal has no account.
  const isOut = sql`bank_account_id is null and is_test = 0`;
  const isRecent = sql`updated_at_ms >= ${recentSinceMs(terms)} and created_at_ms >= ${createdSince}`;
  const isInWindow = sql`updated_at_ms >= ${createdSince} and created_at_ms >= ${createdSince}`;
  const isOther = sql`final_amount_minor = found.amount and final_amount_minor <> amount_minor`;
  const kinds = [
    sql`${isHere} and amount_minor = found.amount and status = 'pending'`,
    sql`${isHere} and amount_minor = found.amount and status <> 'pending' and ${isRecent}`,
    sql`${isHere} and ${isOther} and ${isRecent}`,
    sql`${isOut} and amount_minor = found.amount and status = 'pending'`,
    sql`${isOut} and amount_minor = found.amount and status <> 'pending' and ${isInWindow}`,
  ];
  const counts = kinds.map(
    (kind, place) => sql`(
      select count(*) from (select 1 as one from transactions where ${kind} limit ${most + 1}) as visited
    ) as ${sql.ref(`count${place}`)}`,
  );
  const values = valueRows(
    ['bigint'],
    amounts.map((amount) => [amount]),
  );
  const { rows } = await sql<Readonly<Record<string, number | string>>>`
    with found(amount) as ${values} select amount, ${sql.join(counts)} from found`.execute(db);
  return new Map(
    rows.map((row) => [Number(row.amount), kinds.map((_, place) => Number(row[`count${place}`]))]),
  );
}

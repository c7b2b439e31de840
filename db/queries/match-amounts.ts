import { sql } from 'kysely';
import { MOST_COMPARISONS } from '../../src/domain/matching/comparisons.ts';
import type { LineFacts } from '../../src/domain/matching/model.ts';
import { chunksOf, valueRows } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import {
  type MatchTerms,
  MOST_DEPOSITS,
  MOST_FOUND,
  PAYOUT_WINDOW_MS,
  recentSinceMs,
} from './match-transactions.ts';

/** The share of MOST_FOUND that a deposit takes: its name is compared. */
const DEPOSIT_WEIGHT = MOST_FOUND / MOST_DEPOSITS;
const MOST_OF_LINES = MOST_COMPARISONS * DEPOSIT_WEIGHT;
/** The amounts of one statement. */
const MOST_AMOUNTS = 128;

const WEIGHT = sql.raw(`coalesce(sum(case type when 'deposit' then ${DEPOSIT_WEIGHT} else 1 end), 0)`);

export interface TakenLines {
  /** The first of the lines, at least one. */
  readonly lines: readonly LineFacts[];
  /** Amounts of these that more transactions have than may be read. */
  readonly crowdedAmounts: ReadonlySet<number>;
}

/**
 * Takes the first of some lines of one account: as many as may be decided about together, by how many transactions have
 * their amounts. An amount that too many have is not compared at all, so that it holds up no line of another.
 */
export async function takeLines(
  db: Database,
  lines: readonly LineFacts[],
  terms: MatchTerms,
): Promise<TakenLines> {
  const weights = await weighAmounts(db, lines, terms);
  const weightOf = (amountMinor: number) => weights.get(amountMinor) ?? 0;
  const crowdedAmounts = new Set([...weights.keys()].filter((amount) => weightOf(amount) > MOST_FOUND));
  const taken = new Set<number>();
  let read = 0;
  let compared = 0;
  const end = lines.findIndex(({ line: { amountMinor } }, place) => {
    const weight = crowdedAmounts.has(amountMinor) ? 0 : weightOf(amountMinor);
    compared += weight;
    if (!taken.has(amountMinor)) read += weight;
    taken.add(amountMinor);
    return place > 0 && (read > MOST_FOUND || compared > MOST_OF_LINES);
  });
  return { lines: end === -1 ? lines : lines.slice(0, end), crowdedAmounts };
}

/**
 * Counts the transactions that `findTransactionsOf` would read of each amount. None is counted beyond MOST_FOUND, but for
 * those that are pending: one read of an index counts these for all amounts.
 */
async function weighAmounts(
  db: Database,
  lines: readonly LineFacts[],
  terms: MatchTerms,
): Promise<ReadonlyMap<number, number>> {
  const bankAccountId = lines[0]?.bankAccountId ?? '';
  const amounts = [...new Set(lines.map(({ line }) => line.amountMinor))];
  const weights = new Map(amounts.map((amount) => [amount, 0]));
  const isHere = sql`is_test = 0 and bank_account_id = ${bankAccountId}`;
  const createdSince = terms.nowMs - PAYOUT_WINDOW_MS;
  const isRecent = sql`${isHere} and updated_at_ms >= ${recentSinceMs(terms)}`;
  for (const chunk of chunksOf(amounts, MOST_AMOUNTS)) {
    const values = valueRows(
      ['bigint'],
      chunk.map((amount) => [amount]),
    );
    const { rows } = await sql<{ readonly amount: number; readonly weight: number | string }>`
      with found(amount) as ${values}
      select amount, (
        select ${WEIGHT} from (
          select type from transactions
          where status <> 'pending' and is_test = 0 and amount_minor = found.amount
            and created_at_ms >= ${createdSince} and (type = 'withdrawal' or (${isRecent}))
          limit ${MOST_FOUND + 1}
        ) as ended
      ) + (
        select ${WEIGHT} from (
          select type from transactions
          where final_amount_minor = found.amount and final_amount_minor <> amount_minor
            and created_at_ms >= ${createdSince} and type = 'deposit' and ${isRecent}
          limit ${MOST_FOUND + 1}
        ) as paid
      ) as weight from found
      union all
      select amount_minor, ${WEIGHT} from transactions
      where status = 'pending' and is_test = 0 and amount_minor in (select amount from found)
        and (type = 'withdrawal' or bank_account_id = ${bankAccountId})
      group by amount_minor`.execute(db);
    const known = new Set<number>();
    for (const { amount, weight } of rows) {
      weights.set(Number(amount), (weights.get(Number(amount)) ?? 0) + Number(weight));
      known.add(Number(amount));
    }
  }
  return weights;
}

import { sql } from 'kysely';
import { MOST_COMPARISONS } from '../../src/domain/matching/comparisons.ts';
import type { CrowdedAmounts, LineFacts } from '../../src/domain/matching/model.ts';
import { chunksOf, valueRows } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import {
  arePendingTooMany,
  type MatchTerms,
  MOST_DEPOSITS,
  MOST_FOUND,
  MOST_VISITED,
  MOST_VISITED_AT_ONCE,
  MOST_WITHDRAWALS,
  PAYOUT_WINDOW_MS,
  recentSinceMs,
} from './match-limits.ts';

/** The share of MOST_FOUND that a deposit takes: its name is compared. */
const DEPOSIT_WEIGHT = MOST_FOUND / MOST_DEPOSITS;
const MOST_OF_LINES = MOST_COMPARISONS * DEPOSIT_WEIGHT;
/** The amounts of one statement. */
const MOST_AMOUNTS = 128;
/** The rows of each of these amounts. Few amounts have more, and those are counted one by one. */
const MOST_AT_FIRST = 500;

/** The transactions of an amount. */
interface Weight {
  readonly deposits: number;
  readonly withdrawals: number;
  /** The rows of those that are not pending, with those that an index cannot leave out. */
  readonly visited: number;
}

const NOTHING: Weight = { deposits: 0, withdrawals: 0, visited: 0 };

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
  const crowded = crowdedOf(weights, terms);
  const taken = new Set<number>();
  let read = 0;
  let compared = 0;
  const end = lines.findIndex(({ line: { amountMinor } }, place) => {
    const known = weights.get(amountMinor);
    const weight = weightOf(amountMinor, known ?? NOTHING, crowded);
    compared += weight;
    if (!taken.has(amountMinor)) read += weight;
    taken.add(amountMinor);
    return place > 0 && (known === undefined || read > MOST_FOUND || compared > MOST_OF_LINES);
  });
  return { lines: end === -1 ? lines : lines.slice(0, end), crowded };
}

function crowdedOf(
  weights: ReadonlyMap<number, Weight>,
  { mostVisited = MOST_VISITED }: MatchTerms,
): CrowdedAmounts {
  const amountsOf = (isCrowded: (weight: Weight) => boolean) =>
    new Set([...weights].filter(([, weight]) => isCrowded(weight)).map(([amountMinor]) => amountMinor));
  return {
    deposits: amountsOf(({ deposits, visited }) => deposits > MOST_DEPOSITS || visited > mostVisited),
    withdrawals: amountsOf(
      ({ withdrawals, visited }) => withdrawals > MOST_WITHDRAWALS || visited > mostVisited,
    ),
  };
}

function weightOf(amountMinor: number, weight: Weight, crowded: CrowdedAmounts): number {
  const deposits = crowded.deposits.has(amountMinor) ? 0 : weight.deposits;
  const withdrawals = crowded.withdrawals.has(amountMinor) ? 0 : weight.withdrawals;
  return DEPOSIT_WEIGHT * deposits + withdrawals;
}

/**
 * Counts the transactions that `findTransactionsOf` would find of each amount, and the rows that it would visit for them. It
 * visits not many more than MOST_VISITED_AT_ONCE for several: amounts behind those are left out.
 */
async function weighAmounts(
  db: Database,
  lines: readonly LineFacts[],
  terms: MatchTerms,
): Promise<ReadonlyMap<number, Weight>> {
  const bankAccountId = lines[0]?.bankAccountId ?? '';
  const amounts = [...new Set(lines.map(({ line }) => line.amountMinor))];
  const tooMany: Weight = { ...NOTHING, visited: Number.POSITIVE_INFINITY };
  if (await arePendingTooMany(db)) return new Map(amounts.map((amount) => [amount, tooMany]));
  const weights = new Map<number, Weight>();
  let visited = 0;
  for (const chunk of chunksOf(amounts, MOST_AMOUNTS)) {
    const pending = await weighPending(db, chunk, bankAccountId);
    const ended = await weighEnded(db, chunk, { bankAccountId, terms, most: MOST_AT_FIRST });
    for (const amount of chunk) {
      let weight = ended.get(amount) ?? NOTHING;
      if (weight.visited > MOST_AT_FIRST) {
        const alone = await weighEnded(db, [amount], {
          bankAccountId,
          terms,
          most: terms.mostVisited ?? MOST_VISITED,
        });
        weight = alone.get(amount) ?? NOTHING;
      }
      const waiting = pending.get(amount) ?? NOTHING;
      weights.set(amount, {
        deposits: weight.deposits + waiting.deposits,
        withdrawals: weight.withdrawals + waiting.withdrawals,
        visited: weight.visited,
      });
      visited += weight.visited;
      if (visited > MOST_VISITED_AT_ONCE) return weights;
    }
  }
  return weights;
}

/** Counts the pending transactions of amounts: one read of an index counts these for all. */
async function weighPending(db: Database, amounts: readonly number[], bankAccountId: string) {
  const { rows } = await sql<{
    readonly amount: number;
    readonly type: string;
    readonly count: number | string;
  }>`
    with found(amount) as ${valuesOf(amounts)}
    select amount_minor as amount, type, count(*) as count from transactions
    where status = 'pending' and is_test = 0 and amount_minor in (select amount from found)
      and (type = 'withdrawal' or bank_account_id = ${bankAccountId})
    group by amount_minor, type`.execute(db);
  const weights = new Map<number, Weight>();
  for (const { amount, type, count } of rows) {
    const known = weights.get(Number(amount)) ?? NOTHING;
    weights.set(Number(amount), { ...known, [`${type}s`]: Number(count) });
  }
  return weights;
}

interface Ended {
  readonly bankAccountId: string;
  readonly terms: MatchTerms;
  /** Of each amount, no more rows than one beyond these are visited. */
  readonly most: number;
}

/** Counts the transactions of amounts that have ended, and deposits that were paid with them instead of their own. */
async function weighEnded(
  db: Database,
  amounts: readonly number[],
  { bankAccountId, terms, most }: Ended,
): Promise<ReadonlyMap<number, Weight>> {
  const createdSince = terms.nowMs - PAYOUT_WINDOW_MS;
  const isDepositHere = sql`type = 'deposit' and is_test = 0
    and bank_account_id = ${bankAccountId} and updated_at_ms >= ${recentSinceMs(terms)}`;
  const columns = sql.raw('type, is_test, bank_account_id, updated_at_ms');
  const counts = sql`count(*) || ' ' || coalesce(sum(case when ${isDepositHere} then 1 else 0 end), 0)
    || ' ' || coalesce(sum(case when type = 'withdrawal' and is_test = 0 then 1 else 0 end), 0)`;
  const { rows } = await sql<{
    readonly amount: number;
    readonly ended_counts: string;
    readonly paid_counts: string;
  }>`
    with found(amount) as ${valuesOf(amounts)}
    select amount, (
      select ${counts} from (
        select ${columns} from transactions
        where status <> 'pending' and amount_minor = found.amount and created_at_ms >= ${createdSince}
        limit ${most + 1}
      ) as ended
    ) as ended_counts, (
      select ${counts} from (
        select ${columns} from transactions
        where final_amount_minor = found.amount and final_amount_minor <> amount_minor
          and created_at_ms >= ${createdSince}
        limit ${most + 1}
      ) as paid
    ) as paid_counts from found`.execute(db);
  return new Map(
    rows.map((row) => {
      const [visited = 0, deposits = 0, withdrawals = 0] = row.ended_counts.split(' ').map(Number);
      const [paidVisited = 0, paid = 0] = row.paid_counts.split(' ').map(Number);
      return [Number(row.amount), { deposits: deposits + paid, withdrawals, visited: visited + paidVisited }];
    }),
  );
}

function valuesOf(amounts: readonly number[]) {
  return valueRows(
    ['bigint'],
    amounts.map((amount) => [amount]),
  );
}

import { sql } from 'kysely';
import type { CrowdedAmounts, LineLookups } from '../../src/domain/matching/model.ts';
import { MATCHED_COLUMNS, type MatchedTransaction, matchedFromRow } from '../rows/matched-transactions.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import {
  type Found,
  isMoreThan,
  type MatchTerms,
  MOST_DEPOSITS,
  MOST_FOUND,
  PAYOUT_WINDOW_MS,
  recentSinceMs,
  selectLive,
} from './match-limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Deposits that were pending for longer say little about the names of today. */
const MOST_PENDING_MS = 2 * DAY_MS;
/** The transactions of all accounts in the days of which names are compared. */
const MOST_RECENT = 200_000;
/** The references of one statement: a hostile line names many, and in several forms. */
export const MOST_REFERENCES = 4096;

/** The deposits of the names of payers. They are only proposed. */
const MOST_OF_NAMES = 500;

interface Wanted {
  readonly bankAccountId: string;
  readonly lookups: readonly LineLookups[];
  /** Amounts by which no deposits are to be found, or no withdrawals. */
  readonly crowded: CrowdedAmounts;
  readonly terms: MatchTerms;
}

/**
 * Finds the transactions that lines can mean: by reference or id of any account and age, by amount those of the account
 * that are pending, ended recently or were paid so much recently, by the payer's name those of the account that are
 * pending, and payments of our own with the amount: of all of them at most MOST_FOUND.
 */
export async function findTransactionsOf(
  db: Database,
  { bankAccountId, lookups, crowded, terms }: Wanted,
): Promise<Found<MatchedTransaction>> {
  const references = [...new Set(lookups.flatMap((one) => [...one.references, ...one.nearReferences]))];
  const ids = [...new Set(lookups.flatMap(({ transactionIds }) => transactionIds))];
  const amounts = [...new Set(lookups.map(({ amountMinor }) => amountMinor))];
  const names = [...new Set(lookups.flatMap(({ convertedNames }) => convertedNames))];
  const all = () => selectMatched(db);
  const queries = [
    ...(ids.length > 0 ? [all().where('id', 'in', padToPowerOfTwo(ids))] : []),
    // Literals, so that the planner uses the partial indexes.
    ...chunksOf(references, MOST_REFERENCES).flatMap((chunk) => [
      all()
        .where('reference', 'in', padToPowerOfTwo(chunk))
        .where('type', '=', sql.lit('deposit'))
        .where('status', '=', sql.lit('pending')),
      all().where('reference', 'in', padToPowerOfTwo(chunk)).where('status', '<>', sql.lit('pending')),
    ]),
    ...ofAmounts(all, amounts, { bankAccountId, crowded, terms }),
  ];
  const { found, isCut } = await readAtMost(queries, MOST_FOUND);
  if (names.length === 0 || isCut) return { found, isCut };
  const known = new Set(found.map(({ id }) => id));
  const rows = await all()
    .where('bank_account_id', '=', bankAccountId)
    .where('converted_name', 'in', padToPowerOfTwo(names))
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .limit(MOST_OF_NAMES)
    .execute();
  return { found: [...found, ...rows.filter(({ id }) => !known.has(id)).map(matchedFromRow)], isCut };
}

/**
 * The transactions with an amount of a line: pending, ended recently, or settled by hand with it. Each is found by an index
 * that has nothing else; a withdrawal has no account there.
 */
function ofAmounts(
  all: () => ReturnType<typeof selectMatched>,
  amounts: readonly number[],
  { bankAccountId, crowded, terms }: Pick<Wanted, 'bankAccountId' | 'crowded' | 'terms'>,
) {
  const createdSince = terms.nowMs - PAYOUT_WINDOW_MS;
  const here = padToPowerOfTwo(amounts.filter((amount) => !crowded.deposits.has(amount)));
  const out = padToPowerOfTwo(amounts.filter((amount) => !crowded.withdrawals.has(amount)));
  const deposits = () => all().where('bank_account_id', '=', bankAccountId);
  const withdrawals = () => all().where('bank_account_id', 'is', null).where('amount_minor', 'in', out);
  const isRecent = (query: ReturnType<typeof all>) =>
    query.where('updated_at_ms', '>=', recentSinceMs(terms)).where('created_at_ms', '>=', createdSince);
  const ofDeposits = () => deposits().where('amount_minor', 'in', here);
  return [
    ...(here.length === 0
      ? []
      : [
          ofDeposits().where('status', '=', sql.lit('pending')),
          isRecent(ofDeposits().where('status', '<>', sql.lit('pending'))),
          // An operator can have settled a deposit by hand with another amount than was asked for.
          isRecent(
            deposits()
              .where('final_amount_minor', 'in', here)
              .whereRef('final_amount_minor', '<>', 'amount_minor'),
          ),
        ]),
    ...(out.length === 0
      ? []
      : [
          withdrawals().where('status', '=', sql.lit('pending')),
          withdrawals()
            .where('status', '<>', sql.lit('pending'))
            .where('updated_at_ms', '>=', createdSince)
            .where('created_at_ms', '>=', createdSince),
        ]),
  ];
}

interface Limited {
  limit(most: number): { execute(): Promise<Parameters<typeof matchedFromRow>[0][]> };
}

/** Runs queries one after another, until there are too many transactions. */
export async function readAtMost(
  queries: readonly Limited[],
  most: number,
): Promise<Found<MatchedTransaction>> {
  const found = new Map<string, MatchedTransaction>();
  let left = most;
  for (const query of queries) {
    const rows = await query.limit(left + 1).execute();
    for (const row of rows) found.set(row.id, matchedFromRow(row));
    left -= rows.length;
    if (left < 0) break;
  }
  return { found: [...found.values()], isCut: left < 0 };
}

/**
 * Finds the deposits of an account that are pending, and those that ended recently, of any amount: they show whether a
 * name is that of one person alone. At most MOST_DEPOSITS are read, and MOST_RECENT transactions visited for them.
 */
export async function findAllRecent(
  db: Database,
  bankAccountId: string,
  terms: MatchTerms,
): Promise<Found<MatchedTransaction>> {
  const createdSince = recentSinceMs(terms) - MOST_PENDING_MS;
  const visited = selectLive(db).where('created_at_ms', '>=', createdSince);
  if (await isMoreThan(db, visited, MOST_RECENT)) return { found: [], isCut: true };
  const all = () =>
    selectMatched(db).where('type', '=', sql.lit('deposit')).where('bank_account_id', '=', bankAccountId);
  const pending = all().where('status', '=', sql.lit('pending'));
  const ended = all()
    .where('status', '<>', sql.lit('pending'))
    .where('created_at_ms', '>=', createdSince)
    .where('updated_at_ms', '>=', recentSinceMs(terms));
  return readAtMost([pending, ended], MOST_DEPOSITS);
}

/** What the matching asks about transactions. */
export function selectMatched(db: Database) {
  return selectLive(db).select(MATCHED_COLUMNS);
}

import { sql } from 'kysely';
import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type { LineFacts, LineLookups } from '../../src/domain/matching/model.ts';
import {
  isWithdrawal,
  MATCHED_COLUMNS,
  type MatchedTransaction,
  type MatchedWithdrawal,
  matchedFromRow,
} from '../rows/matched-transactions.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A payment of ours comes back within this time, and a payment order is executed. */
export const PAYOUT_WINDOW_MS = 45 * DAY_MS;
/** Deposits that were pending for longer say little about the names of today. */
const MOST_PENDING_MS = 2 * DAY_MS;
/** The references of one statement: a hostile line names many, and in several forms. */
const MOST_REFERENCES = 4096;

/**
 * The transactions of one group of lines. On SQLite they are read in the writing thread, whose memory is limited, and
 * creates wait meanwhile.
 */
export const MOST_FOUND = 20_000;
/** The deposits of one group of lines: the name of each is compared. */
export const MOST_DEPOSITS = 5_000;

/** The deposits of the names of payers. They are only proposed. */
const MOST_OF_NAMES = 500;
/** With more withdrawals that wait, a sum of some of them is chance. */
const MOST_WAITING = 200;

export interface MatchTerms {
  readonly nowMs: number;
  readonly lateGraceMs: number;
  readonly nameWindowMs: number;
}

/** Transactions that were read. */
export interface Found<T> {
  readonly found: readonly T[];
  /** Whether there are more than may be read, so that some are missing. */
  readonly isCut: boolean;
}

interface Wanted {
  readonly bankAccountId: string;
  readonly lookups: readonly LineLookups[];
  /** Amounts by which nothing is to be found. */
  readonly crowdedAmounts: ReadonlySet<number>;
  readonly terms: MatchTerms;
}

/**
 * Finds the transactions that lines can mean: by reference or id of any account and age, by amount those of the account
 * that are pending, ended recently or were paid so much recently, by the payer's name those of the account that are
 * pending, and payments of our own with the amount: of all of them at most MOST_FOUND.
 */
export async function findTransactionsOf(
  db: Database,
  { bankAccountId, lookups, crowdedAmounts, terms }: Wanted,
): Promise<Found<MatchedTransaction>> {
  const references = [...new Set(lookups.flatMap((one) => [...one.references, ...one.nearReferences]))];
  const ids = [...new Set(lookups.flatMap(({ transactionIds }) => transactionIds))];
  const amounts = padToPowerOfTwo(
    [...new Set(lookups.map(({ amountMinor }) => amountMinor))].filter(
      (amount) => !crowdedAmounts.has(amount),
    ),
  );
  const names = [...new Set(lookups.flatMap(({ convertedNames }) => convertedNames))];
  const all = () => selectLive(db);
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
    ...(amounts.length > 0 ? ofAmounts(all, { bankAccountId, amounts, terms }) : []),
  ];
  const { found, isCut } = await readAtMost(queries, MOST_FOUND);
  if (names.length === 0 || isCut) return { found, isCut };
  const ofNames = all()
    .where('converted_name', 'in', padToPowerOfTwo(names))
    .where('bank_account_id', '=', bankAccountId)
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'));
  const known = new Set(found.map(({ id }) => id));
  const rows = await ofNames.limit(MOST_OF_NAMES).execute();
  return { found: [...found, ...rows.filter(({ id }) => !known.has(id)).map(matchedFromRow)], isCut };
}

/** The transactions with an amount of a line: pending, ended recently, or settled by hand with it. */
function ofAmounts(
  all: () => ReturnType<typeof selectLive>,
  { bankAccountId, amounts, terms }: Pick<Wanted, 'bankAccountId' | 'terms'> & { readonly amounts: number[] },
) {
  return [
    all()
      .where('status', '=', sql.lit('pending'))
      .where('amount_minor', 'in', amounts)
      .where((eb) => eb.or([eb('bank_account_id', '=', bankAccountId), eb('type', '=', 'withdrawal')])),
    all()
      .where('status', '<>', sql.lit('pending'))
      .where('amount_minor', 'in', amounts)
      .where('created_at_ms', '>=', terms.nowMs - PAYOUT_WINDOW_MS)
      .where((eb) =>
        eb.or([
          eb('type', '=', 'withdrawal'),
          eb.and([
            eb('bank_account_id', '=', bankAccountId),
            eb('updated_at_ms', '>=', recentSinceMs(terms)),
          ]),
        ]),
      ),
    // An operator can have settled a deposit by hand with another amount than was asked for.
    all()
      .where('final_amount_minor', 'in', amounts)
      .whereRef('final_amount_minor', '<>', 'amount_minor')
      .where('created_at_ms', '>=', terms.nowMs - PAYOUT_WINDOW_MS)
      .where('type', '=', sql.lit('deposit'))
      .where('bank_account_id', '=', bankAccountId)
      .where('updated_at_ms', '>=', recentSinceMs(terms)),
  ];
}

/** Runs queries one after another, until there are too many transactions. */
async function readAtMost(
  queries: readonly ReturnType<typeof selectLive>[],
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

interface WantedOut {
  readonly lines: readonly LineFacts[];
  /** The lookups that were made before. */
  readonly known: readonly LineLookups[];
  readonly terms: MatchTerms;
  /** How many may be read. */
  readonly most: number;
}

/** Finds the withdrawals that money out can pay, where those of other lines do not show them. */
export async function findWithdrawalsOf(
  db: Database,
  { lines, known, terms, most }: WantedOut,
): Promise<Found<MatchedWithdrawal>> {
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const ids = [...new Set(lookups.flatMap(({ transactionIds }) => transactionIds))];
  const amounts = new Set(lookups.map(({ amountMinor }) => amountMinor));
  for (const { amountMinor } of known) amounts.delete(amountMinor);
  const all = () => selectLive(db).where('type', '=', sql.lit('withdrawal'));
  const queries = [
    ...chunksOf(ids, MOST_REFERENCES).map((chunk) => all().where('id', 'in', padToPowerOfTwo(chunk))),
    ...chunksOf([...amounts], MOST_REFERENCES).flatMap((chunk) => [
      // Literals, so that the planner uses the partial indexes.
      all().where('status', '=', sql.lit('pending')).where('amount_minor', 'in', padToPowerOfTwo(chunk)),
      all()
        .where('status', '<>', sql.lit('pending'))
        .where('amount_minor', 'in', padToPowerOfTwo(chunk))
        .where('created_at_ms', '>=', terms.nowMs - PAYOUT_WINDOW_MS),
    ]),
  ];
  const { found, isCut } = await readAtMost(queries, most);
  return { found: found.filter(isWithdrawal), isCut };
}

/**
 * Finds the deposits of an account that are pending, and those that ended recently, of any amount: they show whether a
 * name is that of one person alone. At most MOST_DEPOSITS are read.
 */
export async function findAllRecent(
  db: Database,
  bankAccountId: string,
  terms: MatchTerms,
): Promise<Found<MatchedTransaction>> {
  const all = () =>
    selectLive(db).where('type', '=', sql.lit('deposit')).where('bank_account_id', '=', bankAccountId);
  const pending = all().where('status', '=', sql.lit('pending'));
  const ended = all()
    .where('status', '<>', sql.lit('pending'))
    .where('created_at_ms', '>=', recentSinceMs(terms) - MOST_PENDING_MS)
    .where('updated_at_ms', '>=', recentSinceMs(terms));
  return readAtMost([pending, ended], MOST_DEPOSITS);
}

/** Finds the withdrawals that wait; none if they are too many. */
export async function findWaitingWithdrawals(db: Database): Promise<MatchedWithdrawal[]> {
  const rows = await selectLive(db)
    .where('type', '=', sql.lit('withdrawal'))
    .where('status', '=', sql.lit('pending'))
    .limit(MOST_WAITING + 1)
    .execute();
  if (rows.length > MOST_WAITING) return [];
  return rows.map(matchedFromRow).filter(isWithdrawal);
}

/** Money of a statement never belongs to a test. */
function selectLive(db: Database) {
  return db.selectFrom('transactions').select(MATCHED_COLUMNS).where('is_test', '=', sql.lit(0));
}

/** The time since which a deposit that ended is recent. */
export function recentSinceMs({ nowMs, nameWindowMs, lateGraceMs }: MatchTerms): number {
  return nowMs - nameWindowMs - lateGraceMs;
}

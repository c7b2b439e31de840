import { sql } from 'kysely';
import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type { LineFacts, LineLookups } from '../../src/domain/matching/model.ts';
import type { Transaction, Withdrawal } from '../../src/domain/transaction.ts';
import { chunksOf, padToPowerOfTwo } from '../list-statements.ts';
import { transactionFromRow } from '../rows/transactions.ts';
import type { Database } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A payment of ours comes back within this time, and a payment order is executed. */
const PAYOUT_WINDOW_MS = 45 * DAY_MS;
/** Deposits that were pending for longer say little about the names of today. */
const MOST_PENDING_MS = 2 * DAY_MS;
/** The references of one statement: a hostile line names many, and in several forms. */
const MOST_REFERENCES = 4096;

/** The deposits of the names of payers. They are only proposed. */
const MOST_OF_NAMES = 500;
/** With more withdrawals that wait, a sum of some of them is chance. */
const MOST_WAITING = 200;

export interface MatchTerms {
  readonly nowMs: number;
  readonly lateGraceMs: number;
  readonly nameWindowMs: number;
}

interface Wanted {
  readonly bankAccountId: string;
  readonly lookups: readonly LineLookups[];
  readonly terms: MatchTerms;
}

/**
 * Finds the transactions that lines can mean: by reference or id of any account and age, by amount those of the account
 * that are pending, ended recently or were paid so much recently, by the payer's name those of the account that are pending, and payments of our own
 * with the amount.
 */
export async function findTransactionsOf(
  db: Database,
  { bankAccountId, lookups, terms }: Wanted,
): Promise<Transaction[]> {
  const references = [...new Set(lookups.flatMap((one) => [...one.references, ...one.nearReferences]))];
  const ids = [...new Set(lookups.flatMap(({ transactionIds }) => transactionIds))];
  const amounts = padToPowerOfTwo([...new Set(lookups.map(({ amountMinor }) => amountMinor))]);
  const names = [...new Set(lookups.flatMap(({ convertedNames }) => convertedNames))];
  const all = () => selectLive(db);
  const queries = [
    // Literals, so that the planner uses the partial indexes.
    ...chunksOf(references, MOST_REFERENCES).flatMap((chunk) => [
      all()
        .where('reference', 'in', padToPowerOfTwo(chunk))
        .where('type', '=', sql.lit('deposit'))
        .where('status', '=', sql.lit('pending')),
      all().where('reference', 'in', padToPowerOfTwo(chunk)).where('status', '<>', sql.lit('pending')),
    ]),
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
    ...(names.length > 0
      ? [
          all()
            .where('converted_name', 'in', padToPowerOfTwo(names))
            .where('bank_account_id', '=', bankAccountId)
            .where('type', '=', sql.lit('deposit'))
            .where('status', '=', sql.lit('pending'))
            .limit(MOST_OF_NAMES),
        ]
      : []),
    ...(ids.length > 0 ? [all().where('id', 'in', padToPowerOfTwo(ids))] : []),
  ];
  const found = new Map<string, Transaction>();
  for (const query of queries)
    for (const row of await query.execute()) found.set(row.id, transactionFromRow(row));
  return [...found.values()];
}

interface WantedOut {
  readonly lines: readonly LineFacts[];
  /** The lookups that were made before. */
  readonly known: readonly LineLookups[];
  readonly terms: MatchTerms;
}

/** Finds the withdrawals that money out can pay, where those of other lines do not show them. */
export async function findWithdrawalsOf(
  db: Database,
  { lines, known, terms }: WantedOut,
): Promise<readonly Withdrawal[]> {
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const ids = [...new Set(lookups.flatMap(({ transactionIds }) => transactionIds))];
  const amounts = new Set(lookups.map(({ amountMinor }) => amountMinor));
  for (const { amountMinor } of known) amounts.delete(amountMinor);
  const all = () => selectLive(db).where('type', '=', sql.lit('withdrawal'));
  const queries = [
    ...chunksOf([...amounts], MOST_REFERENCES).flatMap((chunk) => [
      // Literals, so that the planner uses the partial indexes.
      all().where('status', '=', sql.lit('pending')).where('amount_minor', 'in', padToPowerOfTwo(chunk)),
      all()
        .where('status', '<>', sql.lit('pending'))
        .where('amount_minor', 'in', padToPowerOfTwo(chunk))
        .where('created_at_ms', '>=', terms.nowMs - PAYOUT_WINDOW_MS),
    ]),
    ...chunksOf(ids, MOST_REFERENCES).map((chunk) => all().where('id', 'in', padToPowerOfTwo(chunk))),
  ];
  const found: Transaction[] = [];
  for (const query of queries) found.push(...(await query.execute()).map(transactionFromRow));
  return found.filter((one): one is Withdrawal => one.type === 'withdrawal');
}

/**
 * Finds the deposits of an account that are pending, and those that ended recently, of any amount: they show whether a
 * name is that of one person alone.
 */
export async function findAllRecent(
  db: Database,
  bankAccountId: string,
  terms: MatchTerms,
): Promise<Transaction[]> {
  const all = () =>
    selectLive(db).where('type', '=', sql.lit('deposit')).where('bank_account_id', '=', bankAccountId);
  const pending = await all().where('status', '=', sql.lit('pending')).execute();
  const ended = await all()
    .where('status', '<>', sql.lit('pending'))
    .where('created_at_ms', '>=', recentSinceMs(terms) - MOST_PENDING_MS)
    .where('updated_at_ms', '>=', recentSinceMs(terms))
    .execute();
  return [...pending, ...ended].map(transactionFromRow);
}

/** Finds the withdrawals that wait; none if they are too many. */
export async function findWaitingWithdrawals(db: Database): Promise<Withdrawal[]> {
  const rows = await selectLive(db)
    .where('type', '=', sql.lit('withdrawal'))
    .where('status', '=', sql.lit('pending'))
    .limit(MOST_WAITING + 1)
    .execute();
  if (rows.length > MOST_WAITING) return [];
  return rows.map(transactionFromRow).filter((one): one is Withdrawal => one.type === 'withdrawal');
}

/** Money of a statement never belongs to a test. */
function selectLive(db: Database) {
  return db.selectFrom('transactions').selectAll().where('is_test', '=', sql.lit(0));
}

function recentSinceMs({ nowMs, nameWindowMs, lateGraceMs }: MatchTerms): number {
  return nowMs - nameWindowMs - lateGraceMs;
}

import { sql } from 'kysely';
import { groupByEach } from '../../src/domain/group-by.ts';
import type { DepositFacts, LineLookups } from '../../src/domain/matching/model.ts';
import { userKey } from '../../src/domain/matching/payers.ts';
import { FORGOTTEN, type Transaction } from '../../src/domain/transaction.ts';
import {
  isDeposit,
  MATCHED_COLUMNS,
  type MatchedDeposit,
  matchedFromRow,
} from '../rows/matched-transactions.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { type Found, isMoreThan, MOST_VISITED, selectLive } from './match-limits.ts';

/** The deposits of the users of ended ones, for one group of lines. */
const MOST_PAID = 2_000;

/** The values of one statement: SQLite takes 32,766. */
export const MOST_AT_ONCE = 4096;

/** Reads what the rules ask about deposits. */
export async function readDepositFacts(
  db: Database,
  deposits: readonly MatchedDeposit[],
): Promise<DepositFacts[]> {
  const replaced = await findPendingUsers(db, deposits);
  const ids = deposits.map(({ id }) => id);
  const settledBy = await findSettlingLines(db, ids);
  return deposits.map((deposit) => depositFacts(deposit, { replaced, settledBy }));
}

/**
 * Finds, for the deposits that lines name and that have ended unpaid or ask for another amount, those of the same users
 * that are paid, of any account: an operator can have settled one of them with the money of a line. At most MOST_PAID are
 * read.
 */
export async function findPaidOfUsers(
  db: Database,
  deposits: readonly MatchedDeposit[],
  lookups: readonly LineLookups[],
): Promise<Found<MatchedDeposit>> {
  const named = doubtfulAmong(deposits, lookups);
  if (named.length === 0) return { found: [], isCut: false };
  const amounts = padToPowerOfTwo([...new Set(lookups.map(({ amountMinor }) => amountMinor))]);
  const userIds = padToPowerOfTwo([...new Set(named.map(({ userId }) => userId))]);
  // Literals, so that the planner uses the partial index.
  const isEnded = sql<boolean>`(type <> 'deposit' or status <> 'pending')`;
  const visited = db.selectFrom('transactions').where('user_id', 'in', userIds).where(isEnded);
  if (await isMoreThan(db, visited, MOST_VISITED)) return { found: [], isCut: true };
  const rows = await selectLive(db)
    .select(MATCHED_COLUMNS)
    .where('user_id', 'in', userIds)
    .where('type', '=', sql.lit('deposit'))
    .where('status', '<>', sql.lit('pending'))
    .where('status', '=', 'successful')
    .where('updated_at_ms', '>=', Math.min(...named.map(({ createdAtMs }) => createdAtMs)))
    .where((eb) => eb.or([eb('amount_minor', 'in', amounts), eb('final_amount_minor', 'in', amounts)]))
    .limit(MOST_PAID + 1)
    .execute();
  return { found: rows.map(matchedFromRow).filter(isDeposit), isCut: rows.length > MOST_PAID };
}

/** The deposits that lines name, but not with their amount while they are pending: those leave no doubt. */
function doubtfulAmong(
  deposits: readonly MatchedDeposit[],
  lookups: readonly LineLookups[],
): readonly MatchedDeposit[] {
  const linesOf = groupByEach(lookups, ({ references, transactionIds }) => [
    ...references,
    ...transactionIds,
  ]);
  return deposits.filter(({ status, id, reference, amountMinor }) => {
    const naming = [...(linesOf.get(id) ?? []), ...(linesOf.get(reference ?? '') ?? [])];
    if (status === 'pending') return naming.some((line) => line.amountMinor !== amountMinor);
    return status === 'unsuccessful' && naming.length > 0;
  });
}

type Users = ReadonlyMap<string, number>;

/** Finds the pending deposits of the users whose deposits have ended, with the times of their creation. */
async function findPendingUsers(db: Database, deposits: readonly MatchedDeposit[]): Promise<Users> {
  const ended = deposits.filter(({ status }) => status !== 'pending');
  const found = new Map<string, number>();
  for (const userIds of chunksOf([...new Set(ended.map(({ userId }) => userId))], MOST_AT_ONCE)) {
    const rows = await db
      .selectFrom('transactions')
      .select(['client_id as clientId', 'user_id as userId', 'created_at_ms as createdAtMs'])
      .where('user_id', 'in', padToPowerOfTwo(userIds))
      .where('type', '=', sql.lit('deposit'))
      .where('status', '=', sql.lit('pending'))
      .execute();
    for (const row of rows) found.set(userKey(row), row.createdAtMs);
  }
  return found;
}

/** Finds the lines that settled transactions. */
async function findSettlingLines(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const chunk of chunksOf(ids, MOST_AT_ONCE)) {
    const rows = await db
      .selectFrom('line_decisions')
      .select(['transaction_id', 'line_id'])
      .where('transaction_id', 'in', padToPowerOfTwo(chunk))
      .where('settles', '=', sql.lit(1))
      .where('undone_at_ms', 'is', null)
      .execute();
    for (const row of rows) found.set(row.transaction_id ?? '', row.line_id);
  }
  return found;
}

interface KnownOfDeposits {
  readonly replaced: Users;
  readonly settledBy: ReadonlyMap<string, string>;
}

/** @param known undefined where nothing but names is asked for. */
export function depositFacts(deposit: MatchedDeposit, known?: KnownOfDeposits): DepositFacts {
  const { id, status } = deposit;
  const settledByLineId = known?.settledBy.get(id) ?? null;
  const isPaidWithoutLine = known !== undefined && status === 'successful' && settledByLineId === null;
  const newestMs = known && known.replaced.size > 0 ? known.replaced.get(userKey(deposit)) : undefined;
  // Written out, because this is done for thousands, and spreading takes ten times as long.
  return {
    transactionId: id,
    clientId: deposit.clientId,
    userId: deposit.userId,
    bankAccountId: deposit.bankAccountId,
    currency: deposit.currency,
    amountMinor: deposit.amountMinor,
    reference: deposit.reference,
    sequence: deposit.sequence,
    name: nameOf(deposit.name),
    state: stateOf(deposit),
    createdAtMs: deposit.createdAtMs,
    endedAtMs: status === 'pending' ? null : deposit.updatedAtMs,
    isReplaced: (newestMs ?? 0) > deposit.createdAtMs,
    settledByLineId,
    paidWithoutLineMinor: isPaidWithoutLine ? deposit.finalAmountMinor : null,
  };
}

/** The status, with how it ended unpaid. */
export function stateOf({ status, endedAs }: Pick<Transaction, 'status' | 'endedAs'>): DepositFacts['state'] {
  return status === 'unsuccessful' ? (endedAs ?? 'rejected') : status;
}

/** Null for a person who was forgotten. */
export function nameOf(text: string): string | null {
  return text === FORGOTTEN ? null : text;
}

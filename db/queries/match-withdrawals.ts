import { sql } from 'kysely';
import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type { LineFacts, LineLookups } from '../../src/domain/matching/model.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import { isWithdrawal, type MatchedWithdrawal, matchedFromRow } from '../rows/matched-transactions.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { type Found, type MatchTerms, MOST_VISITED_AT_ONCE, PAYOUT_WINDOW_MS } from './match-limits.ts';
import { MOST_REFERENCES, readAtMost, selectMatched } from './match-transactions.ts';

/** With more withdrawals that wait, a sum of some of them is chance. */
const MOST_WAITING = 200;

interface WantedOut {
  readonly lines: readonly LineFacts[];
  /** The lookups that were made before. */
  readonly known: readonly LineLookups[];
  readonly terms: MatchTerms;
  /** How many may be read. */
  readonly most: number;
}

/**
 * Finds the withdrawals that money out can pay, where those of other lines do not show them: by their ids, and by the
 * amount to the account. Where some are missing, that money is unexplained, so that nothing settles that it may send back.
 */
export async function findWithdrawalsOf(
  db: Database,
  { lines, known, terms, most }: WantedOut,
): Promise<Found<MatchedWithdrawal>> {
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const ids = [...new Set(lookups.flatMap(({ transactionIds }) => transactionIds))];
  const amounts = new Set(known.map(({ amountMinor }) => amountMinor));
  const toPayee = lookups.filter(
    ({ amountMinor, counterpartyIban }) => counterpartyIban !== null && !amounts.has(amountMinor),
  );
  const all = () => selectMatched(db).where('type', '=', sql.lit('withdrawal'));
  const queries = [
    ...chunksOf(ids, MOST_REFERENCES).map((chunk) => all().where('id', 'in', padToPowerOfTwo(chunk))),
    ...chunksOf(toPayee, MOST_REFERENCES).map(pendingOf),
    ...chunksOf(toPayee, MOST_REFERENCES).map(endedOf),
  ];
  const { found, isCut } = await readAtMost(queries, most);
  return { found: found.filter(isWithdrawal), isCut };

  function pendingOf(chunk: readonly LineLookups[]) {
    return ofPayees(
      chunk,
      all()
        // A literal, so that the planner uses the partial index, which has a withdrawal without an account.
        .where('status', '=', sql.lit('pending'))
        .where('bank_account_id', 'is', null)
        .where('amount_minor', 'in', amountsOf(chunk)),
    );
  }

  function endedOf(chunk: readonly LineLookups[]) {
    const { lastFour } = engineSqlOf(db);
    const ends = [...new Set(ibansOf(chunk).map((iban) => iban.slice(-4)))];
    return ofPayees(
      chunk,
      all()
        .where('status', '<>', sql.lit('pending'))
        .where(lastFour('iban_normalized'), 'in', padToPowerOfTwo(ends))
        .where('created_at_ms', '>=', terms.nowMs - PAYOUT_WINDOW_MS),
    );
  }

  function ofPayees(chunk: readonly LineLookups[], visited: ReturnType<typeof all>) {
    return db
      .selectFrom(visited.limit(MOST_VISITED_AT_ONCE).as('visited'))
      .selectAll()
      .where('amount_minor', 'in', amountsOf(chunk))
      .where('iban_normalized', 'in', ibansOf(chunk));
  }
}

function amountsOf(lookups: readonly LineLookups[]): number[] {
  return padToPowerOfTwo([...new Set(lookups.map(({ amountMinor }) => amountMinor))]);
}

function ibansOf(lookups: readonly LineLookups[]): string[] {
  return padToPowerOfTwo([...new Set(lookups.flatMap(({ counterpartyIban }) => counterpartyIban ?? []))]);
}

/** Finds the withdrawals that wait; none if they are too many. */
export async function findWaitingWithdrawals(db: Database): Promise<MatchedWithdrawal[]> {
  const rows = await selectMatched(db)
    .where('type', '=', sql.lit('withdrawal'))
    .where('status', '=', sql.lit('pending'))
    .where('bank_account_id', 'is', null)
    .limit(MOST_WAITING + 1)
    .execute();
  if (rows.length > MOST_WAITING) return [];
  return rows.map(matchedFromRow).filter(isWithdrawal);
}

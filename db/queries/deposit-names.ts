import { sql } from 'kysely';
import type { DepositNames } from '../../src/domain/matching/deposit-names.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { MOST_AT_ONCE } from './deposit-facts.ts';
import { selectLive } from './match-limits.ts';

/** Finds the names of the deposits with these ids. */
export async function findDepositNames(
  db: Database,
  { transactionIds }: { readonly transactionIds: readonly string[] },
): Promise<DepositNames[]> {
  const found: DepositNames[] = [];
  for (const chunk of chunksOf(transactionIds, MOST_AT_ONCE))
    found.push(
      ...(await selectLive(db)
        .select(['id as transactionId', 'reference'])
        .where('id', 'in', padToPowerOfTwo(chunk))
        .where('type', '=', sql.lit('deposit'))
        .execute()),
    );
  return found;
}

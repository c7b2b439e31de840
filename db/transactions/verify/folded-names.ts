import { sql } from 'kysely';
import type { FoundDisagreements } from '../../maintenance/verify/wrong-rows.ts';
import type { Database } from '../../tables.ts';
import { foldNames } from '../rows/transactions.ts';

const PAGE_SIZE = 5_000;

/** Names of ASCII alone have as many bytes as characters, and need no folded form. */
const MAY_BE_FOLDED = sql<boolean>`(
  octet_length(user_name) <> length(user_name) or octet_length(account_name) <> length(account_name)
  or user_name_folded is not null or account_name_folded is not null)`;

/** Checks that each transaction has its names as a search compares them. */
export async function* checkFoldedNames(db: Database): FoundDisagreements<'folded-names'> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('transactions')
      .select(['id', 'type', 'user_name', 'account_name', 'user_name_folded', 'account_name_folded'])
      .where(MAY_BE_FOLDED)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();
    const wrong = rows.filter((row) => {
      const folded = foldNames(row);
      return (
        row.user_name_folded !== folded.user_name_folded ||
        row.account_name_folded !== folded.account_name_folded
      );
    });
    if (wrong.length > 0) yield wrong.map(({ id }) => ({ kind: 'folded-names', transactionId: id }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.id;
  }
}

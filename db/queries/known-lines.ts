import type { StagedLine } from '../../src/operations/reconciliation/import-store.ts';
import { padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';

/** Tells of each line whether it is stored, by the index of keys. */
export async function findKnownLines(
  db: Database,
  lines: readonly Pick<StagedLine, 'accountId' | 'key' | 'occurrence'>[],
): Promise<boolean[]> {
  if (lines.length === 0) return [];
  const rows = await db
    .selectFrom('statement_lines')
    .select(['account_id', 'line_key', 'occurrence'])
    .where('account_id', 'in', padToPowerOfTwo([...new Set(lines.map(({ accountId }) => accountId))]))
    .where('line_key', 'in', padToPowerOfTwo([...new Set(lines.map(({ key }) => key))]))
    .execute();
  const known = new Set(rows.map((row) => `${row.account_id} ${row.line_key} ${row.occurrence}`));
  return lines.map(({ accountId, key, occurrence }) => known.has(`${accountId} ${key} ${occurrence}`));
}

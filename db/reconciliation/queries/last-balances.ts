import type { LastBalance } from '../../../src/reconciliation/domain/other-account.ts';
import type { Database } from '../../tables.ts';

/** Finds the closing balance of each account's last statement before a day. Accounts without one are left out. */
export async function findLastBalances(
  db: Database,
  { beforeDay }: { readonly beforeDay: string },
): Promise<readonly (LastBalance & { readonly accountId: string })[]> {
  const rows = await db
    .selectFrom('bank_accounts as a')
    .innerJoin('statements as s', (join) =>
      join.on('s.id', '=', (eb) =>
        eb
          .selectFrom('statements as last')
          .innerJoin('statement_files as f', 'f.id', 'last.file_id')
          .select('last.id')
          .whereRef('last.account_id', '=', 'a.id')
          .where('last.kind', '=', 'statement')
          .where('last.last_date', '<', beforeDay)
          .where('f.state', '=', 'imported')
          .where('last.closing_minor', 'is not', null)
          .orderBy('last.last_date', 'desc')
          .orderBy('last.id', 'desc')
          .limit(1),
      ),
    )
    .select(['a.id as accountId', 's.closing_minor as closingMinor', 's.last_date as day'])
    .execute();
  return rows.flatMap(({ accountId, closingMinor, day }) =>
    closingMinor === null || day === null ? [] : [{ accountId, closingMinor, day }],
  );
}

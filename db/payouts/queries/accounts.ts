import type { PayoutAccount } from '../../../src/payouts/domain/payout-account.ts';
import type { Database } from '../../tables.ts';
import { payoutAccountFromRow } from '../rows.ts';

/** Lists how accounts pay, without those that have no settings. */
export async function listPayoutAccounts(db: Database): Promise<PayoutAccount[]> {
  const rows = await db.selectFrom('payout_accounts').selectAll().orderBy('account_id').execute();
  return rows.map(payoutAccountFromRow);
}

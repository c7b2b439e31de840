import type { AuditValues } from '../../../src/audit/domain/audit.ts';
import type { PayoutAccount, PayoutAccountPatch } from '../../../src/payouts/domain/payout-account.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import { removeBankProfile } from '../../reconciliation/commands/bank-profiles.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { payoutAccountFromRow } from '../rows.ts';

interface UpdatePayoutAccount extends Audited {
  readonly accountId: string;
  readonly changes: PayoutAccountPatch;
  /** The chosen profile, if an admin has added it: it can have been removed since then. */
  readonly addedProfileId: string | undefined;
}

/** Changes how an account pays. @returns undefined if the profile no longer exists. */
export async function updatePayoutAccount(
  trx: DatabaseTransaction,
  { accountId, changes, addedProfileId, audit }: UpdatePayoutAccount,
): Promise<PayoutAccount | undefined> {
  // No profile can be removed until the commit.
  await lockAuditTip(trx);
  if (addedProfileId !== undefined && !(await isAdded(trx, addedProfileId))) return undefined;
  const row = await trx
    .selectFrom('payout_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const before = row ? payoutAccountFromRow(row) : { accountId, profileId: null, bic: null };
  const { profileId = before.profileId, bic = before.bic } = changes;
  const values = { account_id: accountId, profile_id: profileId, bic };
  await trx
    .insertInto('payout_accounts')
    .values(values)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
  const after = { accountId, profileId, bic };
  await appendAudit(trx, audit, {
    targetKind: 'account',
    targetId: accountId,
    before: accountValues(before),
    after: accountValues(after),
  });
  return after;
}

function accountValues({ profileId, bic }: PayoutAccount): AuditValues {
  return { payoutProfile: profileId, bic };
}

async function isAdded(trx: DatabaseTransaction, profileId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('bank_profiles')
    .select('id')
    .where('kind', '=', 'payout')
    .where('id', '=', profileId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The outcome of removing a profile; if it is still used, with an account that uses it. */
export type RemovedPayoutProfile =
  | { readonly kind: 'removed' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'used'; readonly accountId: string };

/** Removes a profile of bank files, unless an account uses it. */
export async function removePayoutProfile(
  trx: DatabaseTransaction,
  { id, audit }: { readonly id: string } & Audited,
): Promise<RemovedPayoutProfile> {
  await lockAuditTip(trx);
  const user = await trx
    .selectFrom('payout_accounts')
    .select('account_id')
    .where('profile_id', '=', id)
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  if (user) return { kind: 'used', accountId: user.account_id };
  return { kind: (await removeBankProfile(trx, { kind: 'payout', id, audit })) ? 'removed' : 'missing' };
}

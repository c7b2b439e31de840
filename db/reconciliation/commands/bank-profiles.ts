import { MAX_PROFILES } from '../../../src/reconciliation/limits.ts';
import type { StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import { bankProfileValues } from '../../audit/commands/audit-values.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { profileFromRow, profileToRow } from '../rows/bank-profiles.ts';

interface SaveBankProfile extends Audited {
  readonly profile: StoredProfile;
}

/** Adds a profile of a bank, or changes the one with its id. */
export async function saveBankProfile(
  trx: DatabaseTransaction,
  { profile, audit }: SaveBankProfile,
): Promise<'saved' | 'full'> {
  // One at a time, each after the commit of the one before, so that the limit is exact.
  await lockAuditTip(trx);
  const rows = await trx.selectFrom('bank_profiles').selectAll().execute();
  const before = rows.find((row) => row.id === profile.id);
  if (!before && rows.length >= MAX_PROFILES) return 'full';
  const row = profileToRow(profile);
  await trx
    .insertInto('bank_profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'bankProfile',
    targetId: profile.id,
    before: before ? bankProfileValues(profileFromRow(before)) : null,
    after: bankProfileValues(profile),
  });
  return 'saved';
}

/** Removes a profile of a bank. @returns whether there was such a profile. */
export async function removeBankProfile(
  trx: DatabaseTransaction,
  { id, audit }: { readonly id: string } & Audited,
): Promise<boolean> {
  // In the order in which a save locks, so that neither waits for the other.
  await lockAuditTip(trx);
  const row = await trx.deleteFrom('bank_profiles').where('id', '=', id).returningAll().executeTakeFirst();
  if (!row) return false;
  await appendAudit(trx, audit, {
    targetKind: 'bankProfile',
    targetId: id,
    before: bankProfileValues(profileFromRow(row)),
    after: null,
  });
  return true;
}

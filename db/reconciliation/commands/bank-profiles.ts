import type { AuditChange } from '../../../src/audit/domain/audit.ts';
import { MAX_PROFILES } from '../../../src/reconciliation/limits.ts';
import type { ProfileKind, StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import { bankProfileValues } from '../../audit/commands/audit-values.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { listProfiles } from '../queries/bank-profiles.ts';
import { profileFromRow, profileToRow } from '../rows/bank-profiles.ts';

const TARGET_KINDS: Readonly<Record<ProfileKind, AuditChange['targetKind']>> = {
  statement: 'bankProfile',
  payout: 'payoutProfile',
};

interface SaveBankProfile extends Audited {
  readonly kind: ProfileKind;
  readonly profile: StoredProfile;
}

/** Adds a profile of a bank, or changes the one with its id. */
export async function saveBankProfile(
  trx: DatabaseTransaction,
  { kind, profile, audit }: SaveBankProfile,
): Promise<'saved' | 'full'> {
  // One at a time, each after the commit of the previous one, so that the limit is exact.
  await lockAuditTip(trx);
  const stored = await listProfiles(trx, kind);
  const before = stored.find(({ id }) => id === profile.id);
  if (!before && stored.length >= MAX_PROFILES) return 'full';
  const row = profileToRow(kind, profile);
  await trx
    .insertInto('bank_profiles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
    .execute();
  await appendAudit(trx, audit, {
    targetKind: TARGET_KINDS[kind],
    targetId: profile.id,
    before: before ? bankProfileValues(before) : null,
    after: bankProfileValues(profile),
  });
  return 'saved';
}

interface RemoveBankProfile extends Audited {
  readonly kind: ProfileKind;
  readonly id: string;
}

/** Removes a profile of a bank. @returns whether there was such a profile. */
export async function removeBankProfile(
  trx: DatabaseTransaction,
  { kind, id, audit }: RemoveBankProfile,
): Promise<boolean> {
  // In the same order as a save, to avoid a deadlock.
  await lockAuditTip(trx);
  const row = await trx
    .deleteFrom('bank_profiles')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  await appendAudit(trx, audit, {
    targetKind: TARGET_KINDS[kind],
    targetId: id,
    before: bankProfileValues(profileFromRow(row)),
    after: null,
  });
  return true;
}

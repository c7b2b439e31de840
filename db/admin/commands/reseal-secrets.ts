import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { setMetadata } from '../../maintenance/commands/metadata.ts';
import { MASTER_KEY_ID, NEXT_MASTER_KEY_ID } from '../../sql/metadata.ts';
import type { DatabaseTransaction } from '../../tables.ts';

interface ResealedSecret {
  readonly id: string;
  /** The value as it was read: a row that has changed since then is not updated. */
  readonly before: string;
  readonly after: string;
}

/** Replaces sealed secrets by the same ones, sealed again. @returns how many were replaced. */
export async function resealSecrets(
  trx: DatabaseTransaction,
  { secrets }: { readonly secrets: readonly ResealedSecret[] },
): Promise<number> {
  let count = 0;
  for (const { id, before, after } of secrets) {
    const { numUpdatedRows } = await trx
      .updateTable('client_secrets')
      .set({ sealed_secret: after })
      .where('id', '=', id)
      .where('sealed_secret', '=', before)
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count;
}

interface FinishReseal extends Audited {
  /** The key that all secrets are sealed with now. */
  readonly keyId: string;
  /** The ids of the secrets that were found to be sealed with it. */
  readonly secretIds: readonly string[];
}

/** Records that all secrets are sealed with a key. @returns false when others exist, and nothing was recorded. */
export async function finishReseal(
  trx: DatabaseTransaction,
  { keyId, secretIds, audit }: FinishReseal,
): Promise<boolean> {
  const known = new Set(secretIds);
  // A command that adds a secret locks this row too: it has committed before, or finds the new key.
  const before = await trx
    .selectFrom('metadata')
    .select('value')
    .where('key', '=', MASTER_KEY_ID)
    .forUpdate()
    .executeTakeFirst();
  const rows = await trx.selectFrom('client_secrets').select('id').execute();
  if (rows.some((row) => !known.has(row.id))) return false;
  await setMetadata(trx, { key: MASTER_KEY_ID, value: keyId });
  await trx.deleteFrom('metadata').where('key', '=', NEXT_MASTER_KEY_ID).execute();
  await appendAudit(trx, audit, {
    targetKind: 'database',
    targetId: 'secrets',
    before: { masterKeyId: before?.value ?? null },
    after: { masterKeyId: keyId },
  });
  return true;
}

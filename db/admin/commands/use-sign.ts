import type { UsedSign } from '../../../src/admin/client-directory.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** More than one use adds, so that the table shrinks again after a rush; few enough for a short commit. */
const MAX_REMOVED = 100;

/** Keeps a sign as used, and removes signs that have ended. @returns false when it was used before. */
export async function useSign(
  trx: DatabaseTransaction,
  { sign, nowMs }: { readonly sign: UsedSign; readonly nowMs: number },
): Promise<boolean> {
  await trx
    .deleteFrom('used_signs')
    .where('digest', 'in', (query) =>
      query.selectFrom('used_signs').select('digest').where('ends_at_ms', '<', nowMs).limit(MAX_REMOVED),
    )
    .execute();
  const row = await trx
    .insertInto('used_signs')
    .values({ digest: sign.digest, ends_at_ms: sign.endsAtMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst();
  return row !== undefined;
}

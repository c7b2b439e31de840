import type { UsedSign } from '../../../src/admin/client-directory.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** The ended signs that are removed with each new one: after a rush the table shrinks again, in short commits. */
const REMOVED_WITH_EACH = 4;
/** The number that a quiet service removes at once. */
const MIN_REMOVED = 100;

interface UseSigns {
  readonly signs: readonly UsedSign[];
  readonly steadyNowMs: number;
}

/**
 * Keeps signs as used, and removes some that have ended.
 * @returns for each sign whether this was its first use; of equal ones that is the first in the list.
 */
export async function useSigns(
  trx: DatabaseTransaction,
  { signs, steadyNowMs }: UseSigns,
): Promise<boolean[]> {
  const limit = Math.max(MIN_REMOVED, REMOVED_WITH_EACH * signs.length);
  await trx
    .deleteFrom('used_signs')
    .where('digest', 'in', (query) =>
      query.selectFrom('used_signs').select('digest').where('ends_at_ms', '<', steadyNowMs).limit(limit),
    )
    .execute();
  const endsAtMs = new Map(signs.map((sign) => [sign.digest, sign.endsAtMs]));
  // In one order, so that two processes with the same signs never wait for each other in a circle.
  const rows = [...endsAtMs.keys()]
    .sort()
    .map((digest) => ({ digest, ends_at_ms: endsAtMs.get(digest) ?? 0 }));
  const added = await trx
    .insertInto('used_signs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .execute();
  const isNew = new Set(added.map(({ digest }) => digest));
  return signs.map(({ digest }) => isNew.delete(digest));
}

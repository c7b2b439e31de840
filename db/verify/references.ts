import type { ReferenceDisagreement } from '../../src/domain/consistency.ts';
import { isReference } from '../../src/domain/reference.ts';
import type { Database } from '../tables.ts';

const PAGE_SIZE = 5_000;

/**
 * Checks the check characters of each reference, and that only deposits have one. That open deposits have different
 * ones is held by an index.
 */
export async function* checkReferences(db: Database): AsyncGenerator<readonly ReferenceDisagreement[]> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('transactions')
      .select(['id', 'type', 'reference'])
      .where('reference', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();
    const wrong = rows.filter(({ type, reference }) => type !== 'deposit' || !isReference(reference ?? ''));
    if (wrong.length > 0) yield wrong.map(({ id }) => ({ kind: 'reference', transactionId: id }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.id;
  }
}

import { isReference, shortReference } from '../../../src/transactions/domain/reference.ts';
import type { FoundDisagreements } from '../../maintenance/verify/wrong-rows.ts';
import type { Database } from '../../tables.ts';
import { readReferences } from '../queries/references.ts';

const PAGE_SIZE = 5_000;

/** Checks that each reference is the one of the number of its deposit, and that only deposits have one. */
export async function* checkReferences(db: Database): FoundDisagreements<'reference'> {
  const references = await readReferences(db);
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('transactions')
      .select(['id', 'type', 'reference', 'number'])
      .where('reference', 'is not', null)
      .where('number', '>', after)
      .orderBy('number')
      .limit(PAGE_SIZE)
      .execute();
    const wrong = rows.filter(
      ({ type, reference, number }) =>
        type !== 'deposit' ||
        !isReference(reference ?? '') ||
        shortReference(reference ?? '') !== references.of(number),
    );
    if (wrong.length > 0) yield wrong.map(({ id }) => ({ kind: 'reference', transactionId: id }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.number;
  }
}

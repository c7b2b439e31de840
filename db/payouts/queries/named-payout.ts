import type { Database } from '../../tables.ts';

interface Naming {
  /** The withdrawal, or the refund. */
  readonly transactionId: string;
  readonly lineIds: readonly string[];
}

/** Selects the rows in bank files whose payouts lines name. */
function selectNamed(db: Database, lineIds: readonly string[]) {
  return db
    .selectFrom('payout_rows as r')
    .innerJoin('line_references as n', 'n.reference', 'r.end_to_end_id')
    .select('r.end_to_end_id')
    .where('r.payment_id', 'is not', null)
    .where('n.line_id', 'in', lineIds);
}

/**
 * Whether lines name any payout in a bank file: a line that names a payout of another withdrawal cannot return this
 * one.
 */
export async function namesPayout(db: Database, { lineIds }: Pick<Naming, 'lineIds'>): Promise<boolean> {
  return (await selectNamed(db, lineIds).executeTakeFirst()) !== undefined;
}

/** Finds the payout of a withdrawal or refund in a bank file that lines name. @returns its end-to-end id. */
export async function findNamedPayout(
  db: Database,
  { transactionId, lineIds }: Naming,
): Promise<string | undefined> {
  const row = await selectNamed(db, lineIds)
    .where('r.transaction_id', '=', transactionId)
    .orderBy('r.end_to_end_id')
    .executeTakeFirst();
  return row?.end_to_end_id;
}

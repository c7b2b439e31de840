import type { Deposit } from '../../../src/transactions/domain/transaction.ts';
import type { Database } from '../../tables.ts';
import { selectLines } from './statements.ts';

/** The states in which money for a deposit waits because it is not the whole amount. */
const STATES = ['underpaid', 'several-lines'] as const;
/** Far more than one payer sends for one deposit. */
const MAX_LINES = 50;

/** Sums the money that has come with the reference of a deposit and waits for the rest. @returns minor units. */
export async function sumPartPayments(
  db: Database,
  { reference, bankAccountId, currency }: Pick<Deposit, 'reference' | 'bankAccountId' | 'currency'>,
): Promise<number> {
  if (reference === null) return 0;
  const lines = await selectLines(db)
    .where('l.id', 'in', (eb) =>
      eb.selectFrom('line_references').select('line_id').where('reference', '=', reference),
    )
    .where('l.is_open', '=', 1)
    .where('l.status', '=', 'booked')
    .where('l.account_id', '=', bankAccountId)
    .where('l.currency', '=', currency)
    .where('l.direction', '=', 'credit')
    .where('l.state', 'in', STATES)
    .limit(MAX_LINES)
    .execute();
  return lines.reduce((sum, line) => sum + line.amount_minor, 0);
}

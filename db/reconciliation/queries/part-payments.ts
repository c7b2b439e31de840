import type { WaitingMoney } from '../../../src/payments/domain/arrived.ts';
import { isDoubt } from '../../../src/reconciliation/domain/matching/doubts.ts';
import type { Reason } from '../../../src/reconciliation/domain/matching/reasons.ts';
import type { Deposit } from '../../../src/transactions/domain/transaction.ts';
import type { Database } from '../../tables.ts';
import { findDoubts } from './doubts.ts';
import { selectNaming } from './statements.ts';

/** The states in which money for a pending deposit waits because of its amount. */
const STATES = ['underpaid', 'overpaid', 'several-lines'] as const;
/** How many lines are read: far more than one payer sends for one deposit. */
const MAX_LINES = 50;

/** Whether any line names a deposit: otherwise there is nothing for findWaitingMoney to find. */
export async function isNamed(db: Database, { reference }: Pick<Deposit, 'reference'>): Promise<boolean> {
  const names = db
    .selectFrom('line_references')
    .select('line_id')
    .where('reference', '=', reference ?? '');
  return (await names.limit(1).executeTakeFirst()) !== undefined;
}

/** Finds the booked credits with the reference of a deposit that wait for a decision because of their amount. */
export async function findWaitingMoney(
  db: Database,
  { reference, bankAccountId, currency }: Pick<Deposit, 'reference' | 'bankAccountId' | 'currency'>,
): Promise<WaitingMoney[]> {
  if (reference === null) return [];
  const money = { names: [reference], accountId: bankAccountId, currency, direction: 'credit' } as const;
  const rows = await selectNaming(db, money)
    .leftJoin('line_decisions as d', 'd.id', 'l.decision_id')
    .select('d.evidence')
    .where('l.state', 'in', STATES)
    .limit(MAX_LINES)
    .execute();
  const doubts = await findDoubts(db, rows);
  return rows.map((row) => {
    const evidence: readonly Reason[] = JSON.parse(row.evidence ?? '[]');
    const reasons = [...evidence.filter((reason) => !isDoubt(reason)), ...(doubts.get(row.id) ?? [])];
    return {
      amountMinor: row.amount_minor,
      payer: row.counterparty_iban ?? row.counterparty_name,
      reasons: reasons.map(({ code }) => code),
    };
  });
}

import type { WaitingMoney } from '../../../src/payments/domain/arrived.ts';
import { isDoubt } from '../../../src/reconciliation/domain/matching/doubts.ts';
import type { Reason } from '../../../src/reconciliation/domain/matching/reasons.ts';
import type { Deposit } from '../../../src/transactions/domain/transaction.ts';
import type { Database } from '../../tables.ts';
import { findDoubts } from './doubts.ts';
import { selectNaming } from './statements.ts';

/** The states in which money for a pending deposit waits because of its amount. */
const STATES = ['underpaid', 'overpaid', 'several-lines'] as const;
/** Far more than one payer sends for one deposit. */
const MAX_LINES = 50;

type Expected = Pick<Deposit, 'reference' | 'bankAccountId' | 'currency'>;

/** Whether there is anything for findWaitingMoney to look at. */
export async function hasWaitingMoney(db: Database, deposit: Expected): Promise<boolean> {
  return (await selectWaiting(db, deposit).limit(1).executeTakeFirst()) !== undefined;
}

/** Finds the booked credits with the reference of a deposit that wait for a decision because of their amount. */
export async function findWaitingMoney(db: Database, deposit: Expected): Promise<WaitingMoney[]> {
  const rows = await selectWaiting(db, deposit)
    .leftJoin('line_decisions as d', 'd.id', 'l.decision_id')
    .select('d.evidence')
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

function selectWaiting(db: Database, { reference, bankAccountId, currency }: Expected) {
  const names = reference === null ? [] : [reference];
  const money = { names, accountId: bankAccountId, currency, direction: 'credit' } as const;
  return selectNaming(db, money).where('l.state', 'in', STATES);
}

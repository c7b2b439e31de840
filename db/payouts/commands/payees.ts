import { normalizeIban } from '../../../src/kernel/iban.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { toFlag } from '../../sql/columns.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { selectPaid } from '../queries/paid.ts';
import type { Person } from './change-batch.ts';

interface Payer {
  readonly counterparty_name: string | null;
  readonly ultimate_name: string | null;
  readonly counterparty_iban: string | null;
}

/** The payer of a line, as far as it shows one. */
export function payerOf(line: Payer) {
  const iban = line.counterparty_iban === null ? undefined : normalizeIban(line.counterparty_iban);
  return { accountName: line.counterparty_name ?? line.ultimate_name, iban };
}

interface NamedPayee extends Payee, Person {
  readonly id: string;
  /** The withdrawal, or the refund. */
  readonly paidId: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** Stores a payee that the desk has named. The last of each withdrawal or refund counts. */
export async function insertPayee(
  trx: DatabaseTransaction,
  { id, paidId, accountName, iban, isChanged, reason, person, clientId, nowMs }: NamedPayee,
): Promise<void> {
  await trx
    .insertInto('payout_payees')
    .values({
      id,
      paid_id: paidId,
      account_name: accountName,
      iban,
      is_changed: toFlag(isChanged),
      reason,
      given_by: person,
      given_by_client_id: clientId,
      created_at_ms: nowMs,
    })
    .execute();
}

/** Finds the first row of a batch that pays another account, which this person, or this key, has named. */
export function findOwnPayee(trx: DatabaseTransaction, batchId: string, { person, clientId }: Person) {
  return selectPaid(trx)
    .select(['r.row_number as rowNumber', 'r.transaction_id as transactionId'])
    .where('r.batch_id', '=', batchId)
    .where('r.state', '<>', 'out')
    .where('y.is_changed', '=', 1)
    .where((where) =>
      where.or([where('y.given_by', '=', person), where('y.given_by_client_id', '=', clientId)]),
    )
    .orderBy('r.row_number')
    .limit(1)
    .executeTakeFirst();
}

/** Empties the payees of withdrawals and refunds, and why the desk has named them. */
export async function forgetPayees(trx: DatabaseTransaction, paidIds: readonly string[]): Promise<void> {
  if (paidIds.length === 0) return;
  await trx
    .updateTable('payout_payees')
    .set({ account_name: FORGOTTEN, iban: FORGOTTEN, reason: FORGOTTEN })
    .where('paid_id', 'in', paidIds)
    .execute();
}

import { normalizeIban } from '../../../src/kernel/iban.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { toFlag } from '../../sql/columns.ts';
import type { DatabaseTransaction } from '../../tables.ts';

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

interface NamedPayee extends Payee {
  readonly id: string;
  /** The withdrawal, or the refund. */
  readonly paidId: string;
  readonly reason: string;
  readonly person: string;
  readonly nowMs: number;
}

/** Stores a payee that the desk has named. The last of each withdrawal or refund counts. */
export async function insertPayee(
  trx: DatabaseTransaction,
  { id, paidId, accountName, iban, isChanged, reason, person, nowMs }: NamedPayee,
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
      created_at_ms: nowMs,
    })
    .execute();
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

import { maskReason } from '../../../src/audit/domain/audit.ts';
import { isOtherPayee } from '../../../src/payouts/domain/give-back.ts';
import type { ChangedPayee } from '../../../src/payouts/domain/refund.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findLivePayouts } from '../queries/live.ts';
import { findPayableStops } from '../queries/obstacles.ts';
import { findPayables, type Payable } from '../queries/payables.ts';
import { findPayees } from '../queries/refunds.ts';
import { insertPayee, payerOf } from './payees.ts';
import { lockPayables } from './refunds.ts';

interface ChangePayee extends Audited {
  readonly id: string;
  /** A withdrawal or a refund. */
  readonly transactionId: string;
  readonly accountName: string;
  /** Normalized. */
  readonly iban: string;
  readonly reason: string;
  readonly person: string;
  readonly clientId: string;
  readonly nowMs: number;
}

/**
 * Names another payee of a withdrawal or refund that the bank has refused. The merchant's request stays as it is. The
 * next batch pays this payee, once another person has approved that.
 */
export async function changePayee(
  trx: DatabaseTransaction,
  { id, transactionId, accountName, iban, reason, person, clientId, nowMs, audit }: ChangePayee,
): Promise<ChangedPayee> {
  await lockPayables(trx, [transactionId]);
  const payable = (await findPayables(trx, [transactionId])).get(transactionId);
  if (!payable) return { kind: 'missing' };
  const last = (await findPayees(trx, [transactionId])).get(transactionId);
  // The response to an earlier attempt was lost.
  if (last?.id === id) return { kind: 'stored', payee: last };
  if (!payable.isPending) return { kind: 'not-pending' };
  const live = (await findLivePayouts(trx, [transactionId])).get(transactionId);
  if (live) return { kind: 'in-payout', batchNumber: live.number };
  if (!(await isRefused(trx, transactionId))) return { kind: 'not-refused' };
  const payee = { id, accountName, iban };
  const isChanged = isOtherPayee(payee, await namedPayee(trx, payable));
  const changed = { ...payable, accountName, iban, payee: { ...payee, isChanged } };
  if ((await findPayableStops(trx, [changed])).size > 0) return { kind: 'blacklisted' };
  await insertPayee(trx, { ...changed.payee, paidId: transactionId, reason, person, clientId, nowMs });
  const target =
    payable.kind === 'refund'
      ? ({ targetKind: 'statementLine', targetId: payable.refund.lineId } as const)
      : ({ targetKind: 'transaction', targetId: transactionId } as const);
  await appendAudit(trx, audit, {
    ...target,
    before: { payeeId: last?.id ?? null },
    after: { payeeId: id, isChangedPayee: isChanged, reason: maskReason(reason) },
  });
  return { kind: 'stored', payee: changed.payee };
}

/** Whether the bank refused the last payout of it. */
async function isRefused(trx: DatabaseTransaction, transactionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select('r.state')
    .where('r.transaction_id', '=', transactionId)
    .where('r.state', '<>', 'out')
    .orderBy('b.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'refused';
}

/** Finds the payee that the merchant or the bank's line has named. */
async function namedPayee(trx: DatabaseTransaction, payable: Payable) {
  if (payable.kind === 'withdrawal') {
    const { accountName, ibanNormalized: iban } = payable.transaction;
    return { accountName, iban };
  }
  const line = await trx
    .selectFrom('statement_lines')
    .select(['counterparty_name', 'ultimate_name', 'counterparty_iban'])
    .where('id', '=', payable.refund.lineId)
    .executeTakeFirstOrThrow();
  return payerOf(line);
}

import type { Payer, PayoutBatch, PayoutHead, Unfit } from '../../../src/payouts/domain/batch.ts';
import { contentOf } from '../../../src/payouts/domain/content.ts';
import { endToEndIdOf } from '../../../src/payouts/domain/file-ids.ts';
import type { PayoutOutcome } from '../../../src/payouts/domain/outcome.ts';
import type { OverLimit } from '../../../src/payouts/domain/policy-refusal.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { batchToRow, payerOf } from '../batch-row.ts';
import { findLastNumber, findPayout } from '../queries/batches.ts';
import { findLivePayouts } from '../queries/live.ts';
import { findObstacles } from '../queries/obstacles.ts';
import { findPayables, type Payable } from '../queries/payables.ts';
import { limitOfNew } from './policy.ts';
import { lockPayables } from './refunds.ts';
import { payoutValues } from './values.ts';

interface PreparePayout extends Audited {
  readonly id: string;
  readonly transactionIds: readonly string[];
  readonly head: Pick<PayoutHead, 'accountId' | 'executionDay'>;
  readonly maker: { readonly person: string; readonly clientId: string };
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

export type PreparedPayout =
  | Extract<PayoutOutcome, { readonly kind: 'stored' }>
  | { readonly kind: 'unfit'; readonly unfit: readonly Unfit[] }
  | OverLimit;

/**
 * Puts pending withdrawals and refunds into a new batch, in the order of their ids. All of them are put into it, or
 * none: those that cannot be are returned with the reasons.
 */
export async function preparePayout(
  trx: DatabaseTransaction,
  { id, transactionIds, head, maker, nowMs, steadyNowMs, audit }: PreparePayout,
): Promise<PreparedPayout> {
  const stored = await findPayout(trx, id);
  // The response to an earlier attempt was lost.
  if (stored) return { kind: 'stored', batch: stored.batch };
  const ids = [...new Set(transactionIds)].sort();
  await lockPayables(trx, ids);
  const found = await findPayables(trx, ids);
  const payer = await findPayer(trx, head.accountId);
  const unfit = await findUnfit(trx, { ids, found, payer, steadyNowMs });
  const [first] = found.values();
  if (unfit.length > 0 || !first) return { kind: 'unfit', unfit };

  const { currency } = first;
  const whole = { ...head, payer, currency, number: await nextNumber(trx) };
  const rows = rowsOf({ ids, found, batchNumber: whole.number, firstRow: 1 });
  const batch: PayoutBatch = {
    ...whole,
    id,
    state: 'prepared',
    ...contentOf(whole, rows),
    maker: maker.person,
    makerClientId: maker.clientId,
    createdAtMs: nowMs,
    rejectedBy: null,
    rejectReason: null,
  };
  const overLimit = await limitOfNew(trx, batch);
  if (overLimit) return overLimit;
  await trx.insertInto('payout_batches').values(batchToRow(batch)).execute();
  await insertRows(trx, id, rows);
  await appendAudit(trx, audit, {
    targetKind: 'payout',
    targetId: id,
    before: null,
    after: payoutValues(batch),
  });
  return { kind: 'stored', batch, movedIds: ids };
}

interface NewRows {
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, Payable>;
  readonly batchNumber: number;
  /** The number of the first row. */
  readonly firstRow: number;
}

/** Builds the rows of withdrawals and refunds, numbered one after another. */
export function rowsOf({ ids, found, batchNumber, firstRow }: NewRows) {
  return ids.flatMap((id, index) => {
    const payable = found.get(id);
    if (!payable) return [];
    const { amountMinor, accountName, iban, payee } = payable;
    const rowNumber = firstRow + index;
    const endToEndId = endToEndIdOf(batchNumber, rowNumber);
    const payeeId = payee?.id ?? null;
    return [{ transactionId: id, amountMinor, accountName, iban, payeeId, rowNumber, endToEndId }];
  });
}

/** Puts rows into a batch. One call has few enough rows for one statement. */
export async function insertRows(
  trx: DatabaseTransaction,
  batchId: string,
  rows: ReturnType<typeof rowsOf>,
): Promise<void> {
  await trx
    .insertInto('payout_rows')
    .values(
      rows.map(({ rowNumber, transactionId, endToEndId, payeeId }) => ({
        batch_id: batchId,
        row_number: rowNumber,
        transaction_id: transactionId,
        end_to_end_id: endToEndId,
        state: 'in' as const,
        is_executed: 0 as const,
        payee_id: payeeId,
      })),
    )
    .execute();
}

/** Numbers batches one after another, for people and for the ids in bank files, with a gap after a restore. */
async function nextNumber(trx: DatabaseTransaction): Promise<number> {
  await lockAuditTip(trx);
  return (await findLastNumber(trx)) + 1;
}

interface UnfitQuery {
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, Payable>;
  readonly payer: Payer;
  readonly steadyNowMs: number;
  /** The currency of the batch; by default that of the first withdrawal that can be paid. */
  readonly currency?: string;
  /** The batch that is allowed to contain them already; none by default. */
  readonly batchNumber?: number;
}

async function findPayer(trx: DatabaseTransaction, accountId: string): Promise<Payer> {
  const account = await trx
    .selectFrom('bank_accounts')
    .select(['account_name as accountName', 'iban'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return payerOf(account);
}

/** Finds what cannot be put into a batch, with the reasons. */
export async function findUnfit(
  trx: DatabaseTransaction,
  { ids, found, payer, steadyNowMs, currency: given, batchNumber }: UnfitQuery,
): Promise<Unfit[]> {
  const obstacleOf = await findObstacles(trx, [...found.values()], steadyNowMs);
  const deposits = await findDeposits(
    trx,
    ids.filter((id) => !found.has(id)),
  );
  const live = await findLivePayouts(trx, ids);
  // The currency of the first that can be paid, in the order of the ids.
  const currency = given ?? ids.map((id) => found.get(id)).find((one) => one?.isPending)?.currency;

  const reasonOf = (id: string): Unfit['reason'] | undefined => {
    const payable = found.get(id);
    // No money moves for test withdrawals.
    if (!payable) return deposits.has(id) ? 'no-withdrawal' : 'missing';
    if (!payable.isPending) return 'not-pending';
    if ((live.get(id)?.number ?? batchNumber) !== batchNumber) return 'in-payout';
    const obstacle = obstacleOf(payable);
    if (obstacle) return obstacle;
    if (payable.currency !== currency) return 'other-currency';
    return payable.iban === payer.iban ? 'own-account' : undefined;
  };
  return ids.flatMap((transactionId) => {
    const reason = reasonOf(transactionId);
    return reason ? [{ transactionId, reason, batchNumber: live.get(transactionId)?.number }] : [];
  });
}

async function findDeposits(trx: DatabaseTransaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await findTransactions(trx, ids);
  return new Set(found.filter(({ type, isTest }) => type === 'deposit' && !isTest).map(({ id }) => id));
}

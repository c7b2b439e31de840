import { normalizeIban } from '../../../src/kernel/iban.ts';
import {
  contentOf,
  type PayoutBatch,
  type PayoutHead,
  type Unfit,
} from '../../../src/payouts/domain/batch.ts';
import { endToEndIdOf } from '../../../src/payouts/domain/file-ids.ts';
import type { OverLimit } from '../../../src/payouts/domain/policy-refusal.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import { lockTransactions } from '../../engines/statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { findPayout } from '../queries/batches.ts';
import { findLivePayouts } from '../queries/live.ts';
import { findObstacles } from '../queries/obstacles.ts';
import { batchToRow } from '../rows.ts';
import { limitOfNew } from './policy.ts';
import { payoutValues } from './values.ts';

interface PreparePayout extends Audited {
  readonly id: string;
  readonly transactionIds: readonly string[];
  readonly head: Omit<PayoutHead, 'number' | 'currency'>;
  readonly maker: { readonly person: string; readonly clientId: string };
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

export type PreparedPayout =
  | { readonly kind: 'stored'; readonly batch: PayoutBatch }
  | { readonly kind: 'unfit'; readonly unfit: readonly Unfit[] }
  | OverLimit;

/**
 * Puts pending withdrawals into a new batch, in the order of their ids. All of them are put into it, or none: the
 * withdrawals that do not fit are returned with the reasons.
 */
export async function preparePayout(
  trx: DatabaseTransaction,
  { id, transactionIds, head, maker, nowMs, steadyNowMs, audit }: PreparePayout,
): Promise<PreparedPayout> {
  const stored = await findPayout(trx, id);
  // The answer to an earlier attempt was lost.
  if (stored) return { kind: 'stored', batch: stored.batch };
  const ids = [...new Set(transactionIds)].sort();
  await lockTransactions(trx, ids);
  const found = new Map(
    (await findTransactions(trx, ids)).map((transaction) => [transaction.id, transaction]),
  );
  const unfit = await findUnfit(trx, { ids, found, accountId: head.accountId, steadyNowMs });
  const [first] = found.values();
  if (unfit.length > 0 || !first) return { kind: 'unfit', unfit };

  const { currency } = first;
  const whole = { ...head, currency, number: await nextNumber(trx) };
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
  return { kind: 'stored', batch };
}

interface NewRows {
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, Transaction>;
  readonly batchNumber: number;
  /** The number of the first row. */
  readonly firstRow: number;
}

/** The rows of withdrawals, one after another. */
export function rowsOf({ ids, found, batchNumber, firstRow }: NewRows) {
  return ids.flatMap((id, index) => {
    const transaction = found.get(id);
    if (!transaction) return [];
    const rowNumber = firstRow + index;
    const endToEndId = endToEndIdOf(batchNumber, rowNumber);
    return [{ ...paymentOf(transaction), rowNumber, endToEndId }];
  });
}

/** Puts rows into a batch. They are those of one call, so one statement takes them. */
export async function insertRows(
  trx: DatabaseTransaction,
  batchId: string,
  rows: ReturnType<typeof rowsOf>,
): Promise<void> {
  await trx
    .insertInto('payout_rows')
    .values(
      rows.map(({ rowNumber, transactionId, endToEndId }) => ({
        batch_id: batchId,
        row_number: rowNumber,
        transaction_id: transactionId,
        end_to_end_id: endToEndId,
        payment_id: null,
        state: 'in' as const,
        bank_status: null,
        bank_reasons: null,
        line_id: null,
      })),
    )
    .execute();
}

function paymentOf(transaction: Transaction) {
  if (transaction.type !== 'withdrawal') throw new Error(`${transaction.id} is no withdrawal`);
  const { id: transactionId, amountMinor, accountName, ibanNormalized: iban } = transaction;
  return { transactionId, amountMinor, accountName, iban };
}

/** Batches are numbered without gaps, one after another, for people and for the ids in bank files. */
async function nextNumber(trx: DatabaseTransaction): Promise<number> {
  await lockAuditTip(trx);
  const last = await trx
    .selectFrom('payout_batches')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

interface Asked {
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, Transaction>;
  readonly accountId: string;
  readonly steadyNowMs: number;
  /** That of the batch; by default that of the first withdrawal that can be paid. */
  readonly currency?: string;
}

/** Finds the withdrawals that cannot be put into a batch, with the reasons. */
export async function findUnfit(
  trx: DatabaseTransaction,
  { ids, found, accountId, steadyNowMs, currency: given }: Asked,
): Promise<Unfit[]> {
  const transactions = [...found.values()];
  const obstacleOf = await findObstacles(trx, transactions, steadyNowMs);
  const live = await findLivePayouts(trx, ids);
  const account = await trx
    .selectFrom('bank_accounts')
    .select('iban')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const payerIban = normalizeIban(account.iban);
  // Of the first that can be paid, in the order of the ids.
  const isPayable = (one: Transaction | undefined) =>
    one?.type === 'withdrawal' && one.status === 'pending' && !one.isTest;
  const currency = given ?? ids.map((id) => found.get(id)).find(isPayable)?.currency;

  const reasonOf = (transaction: Transaction | undefined): Unfit['reason'] | undefined => {
    // No money moves for a test.
    if (!transaction || transaction.isTest) return 'missing';
    if (transaction.type !== 'withdrawal') return 'no-withdrawal';
    if (transaction.status !== 'pending') return 'not-pending';
    if (live.has(transaction.id)) return 'in-payout';
    const obstacle = obstacleOf(transaction);
    if (obstacle) return obstacle;
    if (transaction.currency !== currency) return 'other-currency';
    return transaction.ibanNormalized === payerIban ? 'own-account' : undefined;
  };
  return ids.flatMap((transactionId) => {
    const reason = reasonOf(found.get(transactionId));
    return reason ? [{ transactionId, reason, batchNumber: live.get(transactionId)?.number }] : [];
  });
}

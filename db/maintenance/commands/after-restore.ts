import {
  type AfterRestoreReport,
  type Numbers,
  numbersAfterRestore,
} from '../../../src/maintenance/domain/numbering.ts';
import { isBeforeExport } from '../../../src/payouts/domain/batch.ts';
import { ROW_CHANGES } from '../../../src/payouts/domain/row-state.ts';
import { MAX_PAYOUT_ROWS } from '../../../src/payouts/limits.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { toIsoTime } from '../../audit/commands/audit-values.ts';
import { raiseNumbers } from '../../engines/statements.ts';
import { lockBatch, update } from '../../payouts/commands/change-batch.ts';
import { namePayments } from '../../payouts/commands/export.ts';
import { moveRows } from '../../payouts/commands/move-rows.ts';
import { payoutValues } from '../../payouts/commands/values.ts';
import { findLastNumber, findPayout } from '../../payouts/queries/batches.ts';
import { RESTORED, readRestored } from '../../sql/metadata.ts';
import type { Database, DatabaseTransaction } from '../../tables.ts';
import { undoAll } from '../../transactions/commands/plans.ts';
import { setMetadata } from './metadata.ts';

const RESTORE = 'restore';
/** The target in the audit log. */
const TARGET = 'afterRestore';
const REASON = 'The database was restored from a backup: this batch may have been given to the bank since.';

interface AfterRestore extends Audited {
  readonly nowMs: number;
  /** The highest numbers of the database before the restore, where it could be read. */
  readonly former?: Numbers | undefined;
}

/**
 * Makes a restored database, whose last hours are lost, safe to use. Numbers of transactions and batches continue
 * beyond all that can have been given out. Planned decisions are undone, since people may have undone them. Batches that may
 * have been exported are rejected. Nothing is paid until `resumePayouts`, since it may have been paid already. It can be
 * run again.
 */
export async function afterRestore(
  trx: DatabaseTransaction,
  { nowMs, former, audit }: AfterRestore,
): Promise<AfterRestoreReport> {
  const undonePlans = await undoAll(trx, { audit });
  const rejectedBatches = await rejectOpenBatches(trx, { nowMs, audit });
  const known = [await readNumbers(trx), ...(former ? [former] : [])];
  const numbers = numbersAfterRestore(known, await findNewestMs(trx), nowMs);
  await setMetadata(trx, { key: RESTORED.transactionNumber, value: String(numbers.transactions) });
  await setMetadata(trx, { key: RESTORED.batchNumber, value: String(numbers.batches) });
  await setMetadata(trx, { key: RESTORED.heldSinceMs, value: String(nowMs) });
  await trx.deleteFrom('metadata').where('key', '=', RESTORED.commitsLost).execute();
  await raiseNumbers(trx, numbers.transactions);
  await appendAudit(trx, audit, {
    targetKind: 'database',
    targetId: TARGET,
    before: null,
    after: {
      transactionNumber: numbers.transactions,
      batchNumber: numbers.batches,
      payoutsHeldSince: toIsoTime(nowMs),
      rejectedBatches: rejectedBatches.join(', ') || null,
      undonePlans,
    },
  });
  return { numbers, held: await countHeld(trx), rejectedBatches, undonePlans };
}

/** Ends what a restore holds. @returns false when nothing was held. */
export async function resumePayouts(trx: DatabaseTransaction, { audit }: Audited): Promise<boolean> {
  const row = await trx
    .deleteFrom('metadata')
    .where('key', '=', RESTORED.heldSinceMs)
    .returning('value')
    .executeTakeFirst();
  if (!row) return false;
  await appendAudit(trx, audit, {
    targetKind: 'database',
    targetId: TARGET,
    before: { payoutsHeldSince: toIsoTime(Number(row.value)) },
    after: { payoutsHeldSince: null },
  });
  return true;
}

async function rejectOpenBatches(
  trx: DatabaseTransaction,
  { nowMs, audit }: Pick<AfterRestore, 'nowMs' | 'audit'>,
): Promise<number[]> {
  const open = await trx
    .selectFrom('payout_batches')
    .select('id')
    .where('state', 'in', ['prepared', 'approved'])
    .orderBy('number')
    .execute();
  const rejected: number[] = [];
  for (const { id } of open) {
    const before = await lockBatch(trx, id);
    if (!before || !isBeforeExport(before)) continue;
    // Debits of a lost file then settle what it has paid, or wait and keep it from being paid again.
    const whole = await findPayout(trx, id);
    if (whole) await namePayments(trx, whole, MAX_PAYOUT_ROWS);
    await moveRows(trx, ROW_CHANGES.takeOut, { batchId: id });
    const after = { ...before, state: 'rejected', rejectedBy: RESTORE, rejectReason: REASON } as const;
    await update(trx, after, nowMs);
    await appendAudit(trx, audit, {
      targetKind: 'payout',
      targetId: id,
      before: payoutValues(before),
      after: payoutValues(after),
    });
    rejected.push(before.number);
  }
  return rejected;
}

async function readNumbers(trx: Database): Promise<Numbers> {
  const transactions = await trx
    .selectFrom('transactions')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    transactions: Math.max(transactions?.number ?? 0, await readRestored(trx, 'transactionNumber')),
    batches: await findLastNumber(trx),
  };
}

/** Clocks of test keys are ahead. */
async function findNewestMs(trx: Database): Promise<number | null> {
  const newest = await trx
    .selectFrom('transactions')
    .select('created_at_ms')
    .where('is_test', '=', 0)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.created_at_ms ?? null;
}

async function countHeld(trx: Database): Promise<AfterRestoreReport['held']> {
  const { withdrawals } = await trx
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('withdrawals'))
    .where('type', '=', 'withdrawal')
    .where('status', '=', 'pending')
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow();
  const { refunds } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<number>().as('refunds'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return { withdrawals: Number(withdrawals), refunds: Number(refunds) };
}

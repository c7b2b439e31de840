import { isSamePerson } from '../../../src/kernel/person.ts';
import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { contentOf } from '../../../src/payouts/domain/content.ts';
import type { PayoutOutcome } from '../../../src/payouts/domain/outcome.ts';
import { countsFor } from '../../../src/payouts/domain/policy.ts';
import { ROW_CHANGES } from '../../../src/payouts/domain/row-state.ts';
import type { PaidAgain } from '../../../src/transactions/domain/transition.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { CAN_APPROVE, findApprovalsOf } from '../queries/approvals.ts';
import { findPaidAgain } from '../queries/paid-again.ts';
import { findPayables } from '../queries/payables.ts';
import {
  type ChangePayout,
  isExporter,
  lockPayout,
  lockSeen,
  store,
  storeNeededApprovals,
  takeOut,
} from './change-batch.ts';
import { followRows, moveRows } from './move-rows.ts';
import { findOwnPayee } from './payees.ts';
import { judgePayout } from './policy.ts';

interface ApprovePayout extends ChangePayout {
  readonly clientId: string;
  /** The time zone of the policy's hours. */
  readonly timeZone: string;
}

/**
 * Approves exactly what a batch contains. Neither the person who prepared it (see also the constraints of the table)
 * nor anybody who named the payee of a row can do so. It becomes `approved` once as many people as the policy requires
 * have approved it. A repeated approval is not counted again.
 */
export async function approvePayout(
  trx: DatabaseTransaction,
  { clientId, timeZone, ...change }: ApprovePayout,
): Promise<PayoutOutcome> {
  const { person, contentHash, nowMs } = change;
  const found = await lockPayout(trx, change, ['prepared', 'approved']);
  if (found.kind !== 'found') return found;
  const { batch } = found.whole;
  if (isSamePerson(person, batch.maker) || clientId === batch.makerClientId)
    return { kind: 'same-person', batch };
  const own = await findOwnPayee(trx, found.whole, { person, clientId });
  if (own) return { kind: 'own-payee', batch, ...own };
  if (batch.rowCount === 0) return { kind: 'empty', batch };
  const whole = contentOf(batch, found.whole.rows);
  if (whole.contentHash !== contentHash) {
    // An older hash does not cover the payer: the batch gets a new one, and people read it again before approving.
    const after = { ...batch, ...whole, state: 'prepared' } as const;
    await store(trx, change, { before: batch, after });
    return { kind: 'changed', batch: after };
  }
  const judged = await judgePayout(trx, found.whole, { nowMs, timeZone });
  if (judged.kind !== 'fits') return judged;
  await dropLapsed(trx, change);
  const isKnown = (await findApprovalsOf(trx, batch.id)).some(
    (approval) => countsFor(batch, approval) && isSamePerson(approval.approver, person),
  );
  const added = !isKnown && (await addApproval(trx, batch, { clientId, ...change }));
  const given = judged.given + (added ? 1 : 0);
  const state = batch.state === 'approved' || given >= judged.count ? 'approved' : batch.state;
  if (!added && state === batch.state) return { kind: 'stored', batch };
  if (state === 'approved') await storeNeededApprovals(trx, batch.id, Math.min(given, judged.count));
  return store(trx, change, { before: batch, after: { ...batch, state } });
}

/**
 * @returns whether there is one approver more: neither the same person with another key, nor the same key renamed, is.
 */
async function addApproval(
  trx: DatabaseTransaction,
  { id, maker, makerClientId }: PayoutBatch,
  {
    contentHash,
    person,
    clientId,
    nowMs,
  }: Pick<ApprovePayout, 'contentHash' | 'person' | 'clientId' | 'nowMs'>,
): Promise<boolean> {
  const added = await trx
    .insertInto('payout_approvals')
    .values({
      batch_id: id,
      content_hash: contentHash,
      approver: person,
      maker,
      maker_client_id: makerClientId,
      approver_client_id: clientId,
      approved_at_ms: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('approver')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Removes the approval of somebody whose earlier key is no longer allowed to approve, so that they can approve again.
 */
async function dropLapsed(
  trx: DatabaseTransaction,
  { batchId, contentHash, person }: ChangePayout,
): Promise<void> {
  await trx
    .deleteFrom('payout_approvals')
    .where('batch_id', '=', batchId)
    .where('content_hash', '=', contentHash)
    .where('approver', '=', person)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('clients as c')
            .select('c.id')
            .whereRef('c.id', '=', 'payout_approvals.approver_client_id')
            .where(CAN_APPROVE),
        ),
      ),
    )
    .execute();
}

interface RejectPayout extends ChangePayout {
  readonly clientId: string;
  /** The name of the person, for people to read. */
  readonly name: string;
  /** The progress of the file that the caller has seen: see findProgress. Null if there was no file. */
  readonly progressHash: string | null;
  readonly reason: string;
  /** The withdrawals and refunds of an exported batch to reject; undefined for the whole batch, exported or not. */
  readonly transactionIds?: readonly string[] | undefined;
}

/**
 * Rejects a batch, or some payouts of an exported one. Their withdrawals can then be put into other batches, or be
 * decided in another way. Only somebody other than the exporter can reject what was exported, since two people must
 * know that no bank will pay it.
 */
export async function rejectPayout(
  trx: DatabaseTransaction,
  { clientId, name, progressHash, reason, transactionIds, ...change }: RejectPayout,
): Promise<PayoutOutcome> {
  const found = await lockSeen(
    trx,
    change,
    transactionIds ? ['exported'] : ['prepared', 'approved', 'exported'],
  );
  if (found.kind !== 'found') return found;
  const { batch, rows } = found.whole;
  if (found.whole.progressHash !== progressHash) return { kind: 'progressed', batch };
  if (await isExporter(trx, batch.id, { person: change.person, clientId }))
    return { kind: 'same-exporter', batch };
  const waiting = new Set(rows.flatMap(({ state, transactionId }) => (state === 'in' ? transactionId : [])));
  const leaving = [...new Set(transactionIds ?? waiting)];
  const unknown = leaving.filter((id) => !waiting.has(id));
  if (unknown.length > 0) return { kind: 'unknown-rows', batch, transactionIds: unknown };
  const debited = await findDebited(trx, batch, leaving);
  if (debited) return { kind: 'debited', batch, lineId: debited.lineId };
  await moveRows(trx, ROW_CHANGES.takeOut, { batchId: batch.id, transactionIds: leaving });
  const isWhole = transactionIds === undefined || leaving.length === rows.length;
  const left = isWhole
    ? { ...batch, state: 'rejected' as const }
    : await followRows(trx, batch, change.nowMs);
  const after = { ...left, rejectedBy: name, rejectReason: reason };
  return store(trx, change, { before: batch, after, movedIds: leaving, isOfSome: !isWhole });
}

/** Finds a payout that the batch waits for and whose debit waits at the desk: the bank has the file. */
async function findDebited(
  trx: DatabaseTransaction,
  batch: PayoutBatch,
  waiting: readonly string[],
): Promise<PaidAgain | undefined> {
  const found = await findPaidAgain(trx, waiting);
  const payables = await findPayables(trx, [...found.keys()]);
  return [...found.values()].find(
    ({ transactionId, batchNumber }) =>
      batchNumber === batch.number && payables.get(transactionId)?.isPending,
  );
}

interface RemoveRows extends ChangePayout {
  readonly transactionIds: readonly string[];
}

/** Takes withdrawals out of a batch. Since this changes its content, its approvals no longer count. */
export async function removeFromPayout(
  trx: DatabaseTransaction,
  { transactionIds, ...change }: RemoveRows,
): Promise<PayoutOutcome> {
  const found = await lockPayout(trx, change, ['prepared', 'approved']);
  if (found.kind !== 'found') return found;
  const { batch, rows } = found.whole;
  const known = new Set(rows.map((row) => row.transactionId));
  const unknown = transactionIds.filter((id) => !known.has(id));
  if (unknown.length > 0) return { kind: 'unknown-rows', batch, transactionIds: unknown };
  if (new Set(transactionIds).size === rows.length) return { kind: 'empty', batch };
  const after = await takeOut(trx, found.whole, transactionIds);
  return store(trx, change, { before: batch, after, movedIds: transactionIds });
}

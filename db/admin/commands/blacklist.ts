import type { BlacklistEntry } from '../../../src/admin/blacklist-store.ts';
import type { NoteOutcome } from '../../../src/transactions/desk-store.ts';
import { refusePlanned } from '../../../src/transactions/domain/plan.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { blacklistEntryValues } from '../../audit/commands/audit-values.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findLivePayouts } from '../../payouts/queries/live.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { isOtherMode, type ModeScope } from '../../transactions/commands/mode-scope.ts';
import { addNote } from '../../transactions/commands/notes.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import { findTransaction } from '../../transactions/queries/transactions.ts';
import { findStops } from '../queries/blacklist.ts';
import { entryFromRow, entryToRow } from '../rows/blacklist.ts';

/** Adds an entry. @returns the entry, or the existing one for the same client and what is compared of the value. */
export async function addToBlacklist(
  trx: DatabaseTransaction,
  { entry, audit }: { readonly entry: BlacklistEntry } & Audited,
): Promise<BlacklistEntry> {
  const values = entryToRow(entry);
  for (;;) {
    const added = await trx
      .insertInto('blacklist')
      .values(values)
      .onConflict((conflict) => conflict.columns(['key', 'kind', 'client_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) {
      await appendAudit(trx, audit, {
        targetKind: 'blacklistEntry',
        targetId: entry.id,
        before: null,
        after: blacklistEntryValues(entryFromRow(added)),
      });
      return entryFromRow(added);
    }
    const known = await trx
      .selectFrom('blacklist')
      .selectAll()
      .where('key', '=', values.key)
      .where('kind', '=', values.kind)
      .where('client_id', '=', values.client_id)
      .executeTakeFirst();
    if (known) return entryFromRow(known);
    // Another process has removed it meanwhile.
  }
}

/** Removes an entry and its clearances. @returns the entry; undefined if there was none. */
export async function removeFromBlacklist(
  trx: DatabaseTransaction,
  { entryId, audit }: { readonly entryId: string } & Audited,
): Promise<BlacklistEntry | undefined> {
  const row = await trx.deleteFrom('blacklist').where('id', '=', entryId).returningAll().executeTakeFirst();
  if (!row) return undefined;
  const entry = entryFromRow(row);
  await trx.deleteFrom('blacklist_clearances').where('entry_id', '=', entryId).execute();
  await appendAudit(trx, audit, {
    targetKind: 'blacklistEntry',
    targetId: entryId,
    before: blacklistEntryValues(entry),
    after: null,
  });
  return entry;
}

interface ClearTransaction extends Audited, ModeScope {
  readonly transactionId: string;
  readonly clearedBy: string;
  /** Why it may go on, as a note for the desk. */
  readonly reason: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/**
 * Clears a transaction of all entries that stop it now, with a note that gives the reason. Later entries stop it again.
 * If nothing stops the transaction, it is not changed.
 */
export async function clearTransaction(
  trx: DatabaseTransaction,
  { transactionId, isTest, clearedBy, reason, nowMs, steadyNowMs, audit }: ClearTransaction,
): Promise<NoteOutcome> {
  await lockTransactions(trx, [transactionId]);
  const transaction = await findTransaction(trx, transactionId);
  if (!transaction || isOtherMode(transaction, isTest)) return { kind: 'missing' };
  const entryIds = (await findStops(trx, [transaction])).get(transactionId) ?? [];
  if (entryIds.length === 0) return { kind: 'stored', transaction };
  const batch = (await findLivePayouts(trx, [transactionId])).get(transactionId);
  // An exported withdrawal may be paid already: its booked line settles it once it is cleared.
  if (batch && !batch.isExported)
    return {
      kind: 'refused',
      refusal: { type: 'error_in_payout', transactionId, batchNumber: batch.number },
    };
  const plan = (await findPlans(trx, [transactionId])).get(transactionId);
  if (plan) return { kind: 'refused', refusal: refusePlanned(plan, steadyNowMs) };
  const noted = await addNote(trx, { transactionId, authorId: clearedBy, text: reason, nowMs });
  if (noted.kind !== 'stored') return noted;
  const cleared = { transaction_id: transactionId, cleared_by: clearedBy, cleared_at_ms: nowMs };
  await trx
    .insertInto('blacklist_clearances')
    .values(entryIds.map((entry_id) => ({ ...cleared, entry_id })))
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'transaction',
    targetId: transactionId,
    before: { blacklistedBy: entryIds },
    after: { blacklistedBy: [] },
  });
  return { kind: 'stored', transaction };
}

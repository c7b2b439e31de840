import type { Runtime } from '../../../src/operations/runtime.ts';
import type { TransactionBus } from '../../../src/transactions/bus.ts';
import { type DeskStore, MAX_NOTES, type NoteOutcome } from '../../../src/transactions/desk-store.ts';
import { claimPeriods } from '../../../src/transactions/domain/claim-history.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import type { Engine } from '../../engine.ts';
import { findPayers } from '../../reconciliation/queries/payers.ts';
import { findClaimChanges, findPayments } from '../../reconciliation/queries/paying-out.ts';
import { findLastEvents } from '../queries/events.ts';
import { findNotes } from '../queries/notes.ts';
import { findPlans } from '../queries/plans.ts';

interface DeskOptions {
  readonly claimTtlMs: number;
  readonly bus: TransactionBus;
}

/** The part of the store that only operators use: undo, claims and notes. */
export function createDesk(engine: Engine, runtime: Runtime, { bus, claimTtlMs }: DeskOptions): DeskStore {
  const clocks = () => ({ nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() });
  const publish = ({ transaction, auditPosition }: Extract<NoteOutcome, { readonly kind: 'stored' }>) =>
    bus.publish(transaction, 'desk', auditPosition);
  return {
    async undo(request) {
      const outcome = await engine.run('undoTransition', request);
      if (outcome.kind === 'stored') publish(outcome);
      return outcome;
    },
    async claim(owner, takeOverFromId) {
      const request = { ...owner, takeOverFromId, ...clocks(), ttlMs: claimTtlMs };
      const outcome = await engine.run('claimWithdrawal', request);
      if (outcome.kind === 'stored') publish(outcome);
      return outcome;
    },
    async release(owner) {
      const outcome = await engine.run('releaseWithdrawal', { ...owner, ...clocks() });
      if (outcome.kind === 'stored' && outcome.isChanged) publish(outcome);
      return outcome;
    },
    async markSentToBank(owner) {
      const outcome = await engine.run('markWithdrawalSent', { ...owner, ...clocks() });
      if (outcome.kind === 'stored' && outcome.isChanged) publish(outcome);
      return outcome;
    },
    async clearBlacklist(clearance) {
      const request = { ...clearance, nowMs: runtime.nowMs(), limit: MAX_NOTES };
      const outcome = await engine.run('clearTransaction', request);
      if (outcome.kind === 'stored') publish(outcome);
      return outcome;
    },
    findPlans: (transactionIds) => engine.read((db) => findPlans(db, transactionIds)),
    findStops: (transactions) => engine.read((db) => findStops(db, transactions)),
    findPayments: (transactionIds) => engine.read((db) => findPayments(db, transactionIds)),
    // With the decision a claim has done its work: it does not run out after that.
    findClaimPeriods: async ({ id, status, updatedAtMs }) =>
      claimPeriods(
        await engine.read((db) => findClaimChanges(db, id)),
        status === 'pending' ? runtime.nowMs() : updatedAtMs,
      ),
    async addNote(note) {
      const outcome = await engine.run('addNote', { ...note, nowMs: runtime.nowMs(), limit: MAX_NOTES });
      if (outcome.kind === 'stored') publish(outcome);
      return outcome;
    },
    findNotes: (transactionIds) => engine.read((db) => findNotes(db, transactionIds)),
    findPayers: (transactionIds) => engine.read((db) => findPayers(db, transactionIds)),
    findLastEvents: (transactionIds) => engine.read((db) => findLastEvents(db, transactionIds)),
  };
}

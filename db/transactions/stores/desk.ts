import type { Runtime } from '../../../src/operations/runtime.ts';
import { type DeskStore, MAX_NOTES } from '../../../src/transactions/desk-store.ts';
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
}

/** The part of the store that only operators use: undo, claims and notes. */
export function createDesk(engine: Engine, runtime: Runtime, { claimTtlMs }: DeskOptions): DeskStore {
  const clocks = () => ({ nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() });
  return {
    undo: (request) => engine.run('undoTransition', request),
    claim: (owner, takeOverFromId) =>
      engine.run('claimWithdrawal', { ...owner, takeOverFromId, ...clocks(), ttlMs: claimTtlMs }),
    release: (owner) => engine.run('releaseWithdrawal', { ...owner, ...clocks() }),
    markSentToBank: (owner) => engine.run('markWithdrawalSent', { ...owner, ...clocks() }),
    clearBlacklist: (clearance) =>
      engine.run('clearTransaction', { ...clearance, nowMs: runtime.nowMs(), limit: MAX_NOTES }),
    showToDesk: async (ids) => engine.changes?.announce(ids.map((id) => ({ id, audience: 'desk' }))),
    findPlans: (transactionIds) => engine.read((db) => findPlans(db, transactionIds)),
    findStops: (transactions) => engine.read((db) => findStops(db, transactions)),
    findPayments: (transactionIds) => engine.read((db) => findPayments(db, transactionIds)),
    // With the decision a claim has done its work: it does not run out after that.
    findClaimPeriods: async ({ id, status, updatedAtMs }) =>
      claimPeriods(
        await engine.read((db) => findClaimChanges(db, id)),
        status === 'pending' ? runtime.nowMs() : updatedAtMs,
      ),
    addNote: (note) => engine.run('addNote', { ...note, nowMs: runtime.nowMs(), limit: MAX_NOTES }),
    findNotes: (transactionIds) => engine.read((db) => findNotes(db, transactionIds)),
    findPayers: (transactionIds) => engine.read((db) => findPayers(db, transactionIds)),
    findLastEvents: (transactionIds) => engine.read((db) => findLastEvents(db, transactionIds)),
  };
}

import { claimPeriods } from '../../src/domain/claim-history.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { TransactionBus } from '../../src/operations/transactions/bus.ts';
import { type DeskStore, MAX_NOTES, type NoteOutcome } from '../../src/operations/transactions/desk-store.ts';
import type { Engine } from '../engine.ts';
import { findStops } from '../queries/blacklist.ts';
import { findEventAt, findLastEvents } from '../queries/events.ts';
import { findNotes } from '../queries/notes.ts';
import { findPayers } from '../queries/payers.ts';
import { findClaimChanges, findPayments } from '../queries/paying-out.ts';

interface DeskOptions {
  readonly claimTtlMs: number;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  readonly bus: TransactionBus;
}

/** The part of the store that only operators use: undo, claims and notes. */
export function createDesk(
  engine: Engine,
  runtime: Runtime,
  { bus, claimTtlMs, timeZone }: DeskOptions,
): DeskStore {
  const clocks = () => ({ nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() });
  const publish = ({ transaction, auditPosition }: Extract<NoteOutcome, { readonly kind: 'stored' }>) =>
    bus.publish(transaction, 'desk', auditPosition);
  return {
    async undo(request) {
      const eventId = runtime.newId();
      const outcome = await engine.run('undoTransition', { ...request, ...clocks(), eventId, timeZone });
      // Only the desk was told of an event that is undone.
      if (outcome.kind === 'stored') bus.publish(outcome.transaction, 'desk');
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
    findEvent: (transactionId, sequence) => engine.read((db) => findEventAt(db, transactionId, sequence)),
    findLastEvents: (transactionIds) => engine.read((db) => findLastEvents(db, transactionIds)),
  };
}

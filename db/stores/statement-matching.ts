import type { StatementMatching } from '../../src/operations/reconciliation/line-store.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { TransactionBus } from '../../src/operations/transactions/bus.ts';
import type { Engine } from '../engine.ts';

/**
 * The lines of one step: a create waits no longer than until these are stored. Twice as many take a fifth less time for
 * each, and a create waits for them half as long again.
 */
export const LINES_AT_ONCE = 50;
/** Beyond the grace, how long ago something can have happened that proposals and policies still look at. */
export const RECENT_MS = 3 * 24 * 60 * 60 * 1000;

interface MatchingOptions {
  readonly timeZone: string;
  /** How long after its expiry a deposit can still be paid. */
  readonly lateGraceMs: number;
  readonly bus: TransactionBus;
  /** Called when there may be new callbacks in the outbox. */
  readonly onCallbacks: () => void;
}

/** Matches the lines of imported files, and tells subscribers what has settled. */
export function createStatementMatching(
  engine: Engine,
  runtime: Runtime,
  { bus, onCallbacks, timeZone, lateGraceMs }: MatchingOptions,
): StatementMatching {
  return {
    async findUnmatched(after = '') {
      const row = await engine.read((db) =>
        db
          .selectFrom('statement_files')
          .select('id')
          .where('matched_at_ms', 'is', null)
          .where('state', '=', 'imported')
          .where('id', '>', after)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst(),
      );
      return row?.id;
    },
    async matchNext(fileId) {
      // The decisions are made where nobody waits for the writer.
      const terms = { nowMs: runtime.nowMs(), lateGraceMs, recentMs: RECENT_MS };
      const next = await engine.query('decideNext', { fileId, limit: LINES_AT_ONCE, terms });
      const round = await engine.run('matchLines', {
        ...{ fileId, next, timeZone, nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() },
        ids: Array.from({ length: 2 * next.decided.length }, runtime.newId),
      });
      let isAnyChanged = false;
      for (const outcome of round.outcomes) {
        if (outcome.kind !== 'stored' || !outcome.isChanged) continue;
        isAnyChanged = true;
        bus.publish(outcome.transaction, outcome.isHeld ? 'desk' : 'all');
      }
      if (isAnyChanged) onCallbacks();
      return round;
    },
  };
}

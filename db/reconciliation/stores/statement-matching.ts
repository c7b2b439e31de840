import { sql } from 'kysely';
import type { Runtime } from '../../../src/operations/runtime.ts';
import { CLOSED_STATES } from '../../../src/reconciliation/domain/line-states.ts';
import type { MatchTerms } from '../../../src/reconciliation/domain/matching/model.ts';
import { LINES_AT_ONCE } from '../../../src/reconciliation/limits.ts';
import type { MatchRound, StatementMatching } from '../../../src/reconciliation/line-store.ts';
import type { Engine } from '../../engine.ts';
import { compileOnce } from '../../sql/compiled.ts';
import { countIds } from '../commands/match-lines.ts';
import type { NextDecisions } from '../queries/decide-next.ts';
import { findFirstNew, type NewLinesRequest } from '../queries/lines-to-match.ts';
import { findFirstWaiting, type WaitingPlace } from '../queries/outdated-lines.ts';
import { createFailingLines } from './failing-lines.ts';

/** How many steps one check of the waiting lines takes. */
const STEPS_OF_LOOK = 20;

interface MatchingOptions {
  readonly timeZone: string;
  readonly matchTerms: () => MatchTerms;
}

const selectUnmatched = compileOnce((db) =>
  db
    .selectFrom('statement_files')
    .select('id')
    .where('matched_at_ms', 'is', null)
    .where('state', '=', sql.lit('imported'))
    .where('id', '>', '')
    .orderBy('id')
    .limit(1),
);

/** Matches the lines of imported files. */
export function createStatementMatching(
  engine: Engine,
  runtime: Runtime,
  { timeZone, matchTerms }: MatchingOptions,
): StatementMatching {
  const failing = createFailingLines(runtime.steadyNowMs, LINES_AT_ONCE);

  /** Decides about the next lines of a file in a query, so that the writer is not blocked. */
  function decide(request: NewLinesRequest): Promise<NextDecisions> {
    return engine.query('decideNext', { ...request, terms: matchTerms() });
  }

  function store(fileId: string, next: NextDecisions): Promise<MatchRound> {
    const ids = Array.from({ length: countIds(next) }, runtime.newId);
    const times = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
    return engine.run('matchLines', { fileId, next, ids, timeZone, ...times });
  }

  let lookedUntil: WaitingPlace | undefined;

  return {
    async reopenOutdated() {
      let count = 0;
      for (let step = 0; step < STEPS_OF_LOOK; step += 1) {
        const after = lookedUntil;
        const { lineIds, last } = await failing.workAt(
          (lines) => engine.query('findOutdatedLines', { ...lines, after, terms: matchTerms() }),
          (lines) => engine.read((db) => findFirstWaiting(db, { ...lines, after })),
        );
        lookedUntil = last;
        if (lineIds.length > 0)
          count += await engine.run('decidePayoutLinesAgain', { lineIds, nowMs: runtime.nowMs() });
        if (!last) break;
      }
      return count;
    },
    async findUnmatched(after = '') {
      const { rows } = await engine.read((db) => selectUnmatched(db, [after, 1]));
      return rows[0]?.id;
    },
    async *match(fileId) {
      let ahead: Promise<NextDecisions | undefined> | undefined;
      for (;;) {
        let known = await ahead;
        const round = await failing.workAt(
          async (lines) => {
            const next = known ?? (await decide({ ...lines, fileId }));
            known = undefined;
            // While these decisions are stored, the next lines are decided about.
            const following = { ...lines, fileId, limit: LINES_AT_ONCE, after: next.last };
            ahead = next.last && decide(following).catch(() => undefined);
            return store(fileId, next);
          },
          (lines) => engine.read((db) => findFirstNew(db, { ...lines, fileId })),
        );
        if (round.lineCount === 0) return;
        yield round;
        if (!leavesOthers(round)) ahead = undefined;
      }
    },
    takeFailures: failing.take,
  };
}

/**
 * Whether decisions about other lines that were made before a round are still valid after it. They are if the round
 * decided about all its lines and closed none: then no transaction has changed, and every line counts as before.
 */
function leavesOthers({ lineCount, decidedCount, states, outcomes }: MatchRound): boolean {
  return (
    decidedCount === lineCount &&
    outcomes.length === 0 &&
    states.every((state) => !CLOSED_STATES.includes(state))
  );
}

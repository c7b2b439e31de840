import type { Runtime } from '../../../src/operations/runtime.ts';
import type { StatementPreviews } from '../../../src/reconciliation/preview-store.ts';
import type { Engine } from '../../engine.ts';
import { LINES_AT_ONCE, RECENT_MS } from './statement-matching.ts';

/** Reads what an import would do, by the terms of the matching. */
export function createStatementPreviews(
  engine: Engine,
  { nowMs }: Pick<Runtime, 'nowMs'>,
  { lateGraceMs }: { readonly lateGraceMs: number },
): StatementPreviews {
  return {
    roundSize: LINES_AT_ONCE,
    decide: (round) =>
      engine.query('previewMatches', {
        ...round,
        terms: { nowMs: nowMs(), lateGraceMs, recentMs: RECENT_MS },
      }),
    async findImported(sha256) {
      const row = await engine.read((db) =>
        db
          .selectFrom('statement_files')
          .select('id')
          .where('sha256', '=', sha256)
          .where('state', '=', 'imported')
          .executeTakeFirst(),
      );
      return row?.id;
    },
  };
}

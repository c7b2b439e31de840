import type { StatementImports } from '../../src/operations/reconciliation/import-store.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { Engine } from '../engine.ts';
import { findKnownLines } from '../queries/known-lines.ts';

const DROPPED_AT_ONCE = 500;

/** Stores files of bank statements in parts, so that other commands run in between. */
export function createStatementImports(
  engine: Engine,
  { nowMs, steadyNowMs }: Pick<Runtime, 'nowMs' | 'steadyNowMs'>,
): StatementImports {
  async function drop(fileId: string): Promise<void> {
    for (;;) {
      const { hasMore } = await engine.run('dropImport', { fileId, limit: DROPPED_AT_ONCE });
      if (!hasMore) return;
    }
  }
  return {
    async begin(file) {
      const outcome = await engine.run('beginImport', { file, steadyNowMs: steadyNowMs() });
      if (outcome.kind !== 'abandoned') return outcome;
      await drop(outcome.fileId);
      const second = await engine.run('beginImport', { file, steadyNowMs: steadyNowMs() });
      return second.kind === 'abandoned' ? { kind: 'busy' } : second;
    },
    stage: (fileId, part) =>
      engine.run('stageStatementPart', { fileId, part, nowMs: nowMs(), steadyNowMs: steadyNowMs() }),
    finish: (fileId, audit) => engine.run('finishImport', { fileId, steadyNowMs: steadyNowMs(), audit }),
    drop,
    findKnown: (lines) => engine.read((db) => findKnownLines(db, lines)),
  };
}

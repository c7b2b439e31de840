import type { Runtime } from '../../../src/operations/runtime.ts';
import { fileError, fileProblem } from '../../../src/reconciliation/domain/file-problems.ts';
import type { StatementImports } from '../../../src/reconciliation/import-store.ts';
import type { Engine } from '../../engine.ts';
import { findEqualLines } from '../queries/equal-lines.ts';

const DROPPED_AT_ONCE = 500;

/** Codes of PostgreSQL for data and constraints (Appendix A of its manual), and of SQLite. No trigger checks values. */
const REFUSALS = /^(?:2[23]|54)[0-9A-Z]{3}$|^SQLITE_(?:CONSTRAINT(?!_TRIGGER)|TOOBIG|MISMATCH)/;

/** Whether the database rejects a value however often it is sent. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSALS.test(String(error.code));
}

/** Stores files of bank statements in parts, so that other commands can run in between. */
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
    async stage(fileId, part) {
      const times = { nowMs: nowMs(), steadyNowMs: steadyNowMs() };
      try {
        return await engine.run('stageStatementPart', { fileId, part, ...times });
      } catch (error) {
        if (isRefused(error)) throw fileError([fileProblem('not_storable', null)]);
        throw error;
      }
    },
    finish: (fileId, by) =>
      engine.run('finishImport', { fileId, nowMs: nowMs(), steadyNowMs: steadyNowMs(), ...by }),
    async takeBack(request) {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const times = { nowMs: nowMs(), steadyNowMs: steadyNowMs() };
        const outcome = await engine.run('takeBackFile', { ...request, ...times });
        if (outcome.kind === 'abandoned') await drop(outcome.fileId);
        if (outcome.kind === 'taken-back') await drop(request.fileId);
        if (outcome.kind !== 'abandoned') return outcome;
      }
      return { kind: 'busy' };
    },
    drop,
    findEqual: (keys) =>
      keys.length === 0 ? Promise.resolve([]) : engine.read((db) => findEqualLines(db, keys)),
  };
}

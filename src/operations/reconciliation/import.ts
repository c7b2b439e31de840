import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditOrigin } from '../../domain/audit.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import type { StatementPart, StatementProblem } from '../../domain/statement.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Collector, createCollector } from './collect.ts';
import { createFindAccount, refuseUnknownAccount } from './find-account.ts';
import type { GivenFile, StagedPart, StatementFile } from './import-store.ts';
import { hashOf, refuseAnotherAccount } from './same-file.ts';
import { slicesOf } from './slices.ts';

export interface ImportResult {
  readonly file: StatementFile;
  /** Whether the same bytes were imported before. */
  readonly isRepeat: boolean;
}

interface ImportOptions {
  readonly clientId: string | null;
  readonly audit: AuditOrigin | undefined;
  /** Hears of the lines that are stored so far. */
  readonly onProgress?: ((lineCount: number) => void) | undefined;
}

/**
 * Imports a file: all of it, or nothing. The same bytes again change nothing.
 * @throws ServiceError error_validation that names each problem of the file with its place; error_unavailable when another
 * import is under way.
 */
export async function importFile(
  { statements, runtime, accounts }: Pick<Dependencies, 'statements' | 'runtime' | 'accounts'>,
  given: GivenFile,
  { clientId, audit, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const format = statements.reading.formatOf(given);
  const known = await accounts.list();
  refuseUnknownAccount(known, given.accountId);
  const id = runtime.newId();
  const begun = await statements.imports.begin({
    ...{ id, name: given.name, sha256: hashOf(given), sizeBytes: given.bytes.byteLength },
    ...{ format, profileId: given.profileId ?? null, clientId, createdAtMs: runtime.nowMs() },
  });
  if (begun.kind === 'repeat') {
    await refuseAnotherAccount({ statements, known }, given.accountId, begun.file.id);
    return { file: begun.file, isRepeat: true };
  }
  if (begun.kind === 'busy') throw anotherImport();
  try {
    const collector = createCollector(runtime.newId, createFindAccount(known, given.accountId));
    let lineCount = 0;
    for await (const part of readParts(statements.reading.read(given), collector)) {
      if ((await statements.imports.stage(id, part)) === undefined) throw tookTooLong();
      lineCount += part.lines.length;
      onProgress?.(lineCount);
    }
    refuseProblems(collector.problems);
    const ends = collector.finish();
    if (ends.length > 0) await statements.imports.stage(id, { statements: [], lines: [], ends });
    const file = await statements.imports.finish(id, audit);
    if (!file) throw tookTooLong();
    return { file, isRepeat: false };
  } catch (error) {
    // A file that cannot be removed now does not count, and is in the way for a minute only.
    await statements.imports.drop(id).catch(() => undefined);
    throw error;
  }
}

/** Reads a file in parts that hold up no other write for long. */
async function* readParts(
  parts: AsyncIterable<readonly StatementPart[]>,
  collector: Collector,
): AsyncGenerator<StagedPart, void, void> {
  for await (const batch of parts) {
    for (const slice of slicesOf(batch)) {
      const part = collector.add(slice);
      if (collector.problems.length === 0) yield part;
      // The rest is read for its problems only.
      else await nextTurn();
    }
  }
}

/** @throws ServiceError error_validation when there are problems. */
function refuseProblems(problems: readonly StatementProblem[]): void {
  if (problems.length === 0) return;
  throw validationError(
    problems.map(({ place, message }) => ({
      path: 'file',
      message: place === null ? `file: ${message}` : `file, ${place}: ${message}`,
    })),
  );
}

function anotherImport(): ServiceError {
  return new ServiceError('error_unavailable', 'Another file is being imported. Try again in a moment.');
}

function tookTooLong(): ServiceError {
  return new ServiceError(
    'error_unavailable',
    'The import was interrupted. Nothing of the file was kept. Try again.',
  );
}

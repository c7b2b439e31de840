import type { Dependencies } from '../operations/dependencies.ts';
import type { Context } from '../operations/operation.ts';
import { createAccountFinder, refuseUnknownAccount } from './find-account.ts';
import type { GivenFile, StatementFormat } from './import-store.ts';
import type { PreviewRound } from './line-store.ts';
import { type FileWarning, findWarnings } from './other-account.ts';
import { type Outcome, previewLines } from './preview-rounds.ts';
import { stopIfLeft } from './preview-turns.ts';
import { type ReadPreview, readPreview } from './read-preview.ts';
import { hashOf, refuseAnotherAccount } from './same-file.ts';

/** The outcome that an import of a file would have. */
export interface Preview extends ReadPreview {
  readonly format: StatementFormat;
  /** Whether the same bytes were imported before. */
  readonly isRepeat: boolean;
  /** The outcomes that new lines would have, by their ids; undefined if nothing was decided. */
  readonly outcomes: ReadonlyMap<string, Outcome> | undefined;
  /** Why lines look like those of another account. */
  readonly warnings: readonly FileWarning[];
}

type PreviewDependencies = Pick<Dependencies, 'statements' | 'runtime' | 'db' | 'scans'>;

/**
 * Reads a file as an import would, and decides about its lines by what is stored now. It stores nothing and holds up no
 * writes, and its steps take turns with other scans of the key.
 * @throws ServiceError error_validation for an account that does not exist, or that differs from the one for which the
 * same file was imported; error_unavailable if too many files are being read, or once the client has disconnected.
 */
export function previewFile(
  { statements, runtime, db, scans }: PreviewDependencies,
  given: GivenFile,
  { principal, hasLeft }: Pick<Context, 'principal' | 'hasLeft'>,
): Promise<Preview> {
  const { matchTerms, previewTurns, reading } = statements;
  return previewTurns.run(async () => {
    const known = await db.read('listEveryAccount');
    refuseUnknownAccount(known, given.accountId);
    const fileId = await db.read('findImportedFile', hashOf(given));
    if (fileId !== undefined) await refuseAnotherAccount({ db, known }, given.accountId, fileId);
    const finder = createAccountFinder(known, given.accountId);
    const read = await readPreview(statements, given, { newId: runtime.newId, finder, hasLeft });
    const decide = async (round: PreviewRound) => {
      stopIfLeft(hasLeft);
      // The cost is charged for the whole preview.
      const scan = async () => {
        const decided = await db.query('previewMatches', { ...round, terms: matchTerms() });
        return { ...decided, scannedRows: 0 };
      };
      return scans.run(principal, scan);
    };
    const outcomes = read.newLines && (await previewLines(read.newLines, decide));
    const warnings = await findWarnings({ db }, known, { ...read, outcomes });
    return { ...read, format: reading.formatOf(given), isRepeat: fileId !== undefined, outcomes, warnings };
  });
}

import type { z } from 'zod';
import type { AuditVerdict, Verdict } from '../../maintenance/domain/consistency.ts';
import type { BackupReport, RestoreReport } from '../../maintenance/domain/copies.ts';
import type { MoveProgress, MoveReport, MoveRequest } from '../../maintenance/domain/move.ts';
import type { AfterRestoreReport } from '../../maintenance/domain/numbering.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Principal } from '../../operations/permissions.ts';
import type { importView } from '../../reconciliation/files.ts';
import type { GivenFile } from '../../reconciliation/import-store.ts';
import type { previewView } from '../../reconciliation/preview-views.ts';
import type { ProgressOutput } from './progress-bar.ts';

/** Access of a running command to the service's data. */
export interface Session extends ProgressOutput {
  readonly dependencies: Dependencies;
  /** The place of the database for people, without a password. */
  readonly database: string;
  /** Whose rights and view the command has: an admin's, or those of the key that `--as` names. */
  readonly principal: Principal;
  /** The names of the migrations that ran when the database was opened. */
  readonly migrated: readonly string[];
  /** Runs an operation with the rights of an admin. @throws ServiceError when it is refused. */
  execute<I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: unknown,
  ): Promise<z.output<O>>;
  /**
   * Imports a file of a bank with the rights of an admin.
   * @param onProgress is called with the number of lines stored so far.
   * @throws ServiceError when it is refused.
   */
  importStatement(
    file: GivenFile,
    onProgress: (lineCount: number) => void,
  ): Promise<z.output<typeof importView>>;
  /** Returns what an import would do. @throws ServiceError when it is refused. */
  previewStatement(file: GivenFile): Promise<z.output<typeof previewView>>;
  verify(): Promise<Verdict>;
  /** @param knownHash a hash that an earlier walk ended with. */
  verifyAudit(knownHash: string | undefined): Promise<AuditVerdict>;
  /** Copies the database into a new file. */
  backup(path: string): Promise<BackupReport>;
  /** Makes a database that other tools have restored go on safely. */
  afterRestore(): Promise<AfterRestoreReport>;
  /** Lets what a restore holds be paid. @returns false when nothing was held. */
  resumePayouts(): Promise<boolean>;
  /** Seals all secrets with MASTER_KEY. @returns how many were sealed with another key before. */
  resealSecrets(): Promise<number>;
  /** Prints text while the command is still running. */
  print(text: string): void;
}

/** Access to the files of a database that nothing has opened. */
export interface DatabaseFiles extends ProgressOutput {
  move(request: MoveRequest, onProgress: (progress: MoveProgress) => void): Promise<MoveReport>;
  restore(path: string): Promise<RestoreReport>;
}

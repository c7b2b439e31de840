import { userInfo } from 'node:os';
import { verifyAudit } from '../../../db/audit/verify.ts';
import { backupDatabase } from '../../../db/engines/sqlite/backup.ts';
import { MoveRefusal } from '../../../db/maintenance/move/state.ts';
import { verify } from '../../../db/maintenance/verify/verify.ts';
import { PLAIN_CLIENT } from '../../admin/client-directory.ts';
import type { Config } from '../../config/config.ts';
import { moveDatabase } from '../../maintenance/move.ts';
import { resealSecrets } from '../../maintenance/reseal.ts';
import { restoreDatabase } from '../../maintenance/restore.ts';
import { commandLineOrigin, type DatabaseCommand, metaOf } from '../../operations/meta.ts';
import { execute } from '../../operations/operation.ts';
import { type Principal, principalOf } from '../../operations/permissions.ts';
import { importAndView, importStatementFile } from '../../reconciliation/files.ts';
import { previewAndView } from '../../reconciliation/previews.ts';
import type { DatabaseFiles, Session } from '../../surfaces/cli/session.ts';
import type { AppContext } from '../context.ts';
import { describeDatabase, type EngineOptions, fileOf } from '../database.ts';
import { nodePlatform } from '../platform.ts';

/** Where the program runs: its settings, and its standard streams. */
export interface CliEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Starts the service in this process. */
  readonly serve: () => Promise<unknown>;
  /** Who runs it; by default the user of the operating system. */
  readonly user?: string | undefined;
  /** Whether a person sees at once what is written to `stderr`. */
  readonly isTerminal?: boolean;
  /** Replaces parts of the database engine. */
  readonly engine?: EngineOptions;
}

/**
 * Anybody who can read the database file and its master key has all rights already. What only one person may
 * do, such as settle what they have claimed, each operating system user does for themselves.
 */
function operatorAtTheMachine(user: string): Principal {
  const holder = `cli:${user}`;
  return principalOf({
    id: holder,
    appKey: holder,
    name: 'Command line',
    role: 'admin',
    callbackUrl: null,
    disabledAtMs: null,
    createdAtMs: 0,
    requiresTimedSign: false,
    ipAllowlist: [],
    ...PLAIN_CLIENT,
    secrets: [],
  });
}

const userOf = ({ user = readUser() }: CliEnvironment) => user;

/** The parts of the opened database that a running command reaches. */
export function createSession(
  appContext: AppContext,
  {
    config,
    environment,
    principal = operatorAtTheMachine(userOf(environment)),
  }: {
    readonly config: Config;
    readonly environment: CliEnvironment;
    /** The key whose view a reading command shows. */
    readonly principal?: Principal | undefined;
  },
): Session {
  const { engine, dependencies, migrated } = appContext;
  const origin = { kind: 'commandLine', user: userOf(environment) } as const;
  const call = { principal, origin, dependencies };
  return {
    dependencies,
    database: describeDatabase(config.database),
    principal,
    migrated,
    execute: (operation, input) => execute(operation, call, input),
    verify: () => verify(engine),
    verifyAudit: (knownHash) => verifyAudit(engine, knownHash),
    backup: (path) =>
      backupDatabase(fileOf(config, 'Back it up with its own tools, such as pg_dump.'), path, (contents) =>
        engine.run('recordCopy', {
          audit: auditOf('backup'),
          kind: 'backup',
          file: contents.path,
          contents,
        }),
      ),
    afterRestore: () =>
      engine.run('afterRestore', { nowMs: dependencies.runtime.nowMs(), audit: auditOf('afterRestore') }),
    resumePayouts: () => engine.run('resumePayouts', { audit: auditOf('afterRestore') }),
    resealSecrets: () => resealSecrets(config, appContext, auditOf('resealSecrets')),
    previewStatement: (file) => previewAndView(call, file),
    importStatement: (file, onProgress) =>
      importAndView({ ...call, meta: metaOf(call, importStatementFile.name) }, file, onProgress),
    print: environment.stdout,
    ...progressOutput(environment),
  };
}

/** The parts of a database that a command reaches before anything has opened it. */
export function createFiles(config: Config, environment: CliEnvironment): DatabaseFiles {
  return {
    restore: (path) => restoreDatabase(config, path, auditOf('restore')),
    move(request, onProgress) {
      const interrupts = listenForInterrupts();
      const moved = moveDatabase(config, {
        request,
        audit: auditOf('move'),
        onProgress(progress) {
          onProgress(progress);
          interrupts.throwIfAny();
        },
      });
      return moved.finally(interrupts.stopListening);
    },
    ...progressOutput(environment),
  };
}

function progressOutput({ stderr, isTerminal = false }: CliEnvironment) {
  return { printProgress: stderr, isTerminal };
}

/** Lets the commit that is under way end. A second signal ends the process at once. */
function listenForInterrupts() {
  let isInterrupted = false;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const note = () => {
    isInterrupted = true;
    stopListening();
  };
  const stopListening = () => {
    for (const signal of signals) process.off(signal, note);
  };
  for (const signal of signals) process.on(signal, note);
  return {
    stopListening,
    throwIfAny() {
      if (isInterrupted)
        throw new MoveRefusal(
          'Interrupted. Drop the PostgreSQL database, create it again, and run move again.',
        );
    },
  };
}

/** The origin in the audit log of a command on the database itself, at this time. */
export function auditOf(command: DatabaseCommand) {
  return { ...commandLineOrigin(readUser(), command), occurredAtMs: nodePlatform.nowMs() };
}

/** The user of the operating system who runs the program. */
function readUser(): string {
  try {
    // Also where the rights of root were given up.
    return process.getuid?.() === 0 ? 'root' : userInfo().username;
  } catch {
    // A container can run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

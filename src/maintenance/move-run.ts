import { type MoveTarget, openMoveTarget } from '../../db/engines/postgres/move-target.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { type MoveSource, openMoveSource } from '../../db/engines/sqlite/move-source.ts';
import { recordMove } from '../../db/maintenance/commands/record-move.ts';
import { getMetadata } from '../../db/maintenance/metadata.ts';
import { isEqual } from '../../db/maintenance/move/compare.ts';
import { countRows, fillTarget } from '../../db/maintenance/move/fill.ts';
import { prepareTarget } from '../../db/maintenance/move/prepare-target.ts';
import { MoveRefusal, readMark, type SourceMark, type TargetMark } from '../../db/maintenance/move/state.ts';
import { MOVE_MARK } from '../../db/maintenance/move/tables.ts';
import { verify } from '../../db/maintenance/verify/verify.ts';
import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { Config } from '../config/config.ts';
import { type AppContext, openAppContext } from '../service/context.ts';
import { createRuntime, nodePlatform } from '../service/platform.ts';
import { countReadableSecrets } from '../service/secret-boxes.ts';
import type { Verdict } from './domain/consistency.ts';
import type { MoveProgress, MoveReport, MoveRequest, TableComparison } from './domain/move.ts';

/** Time that a step of a move waits for the lock of another program. */
export const LOCK_TIMEOUT_MS = 30_000;
/** The rows of one commit. */
const PAGE_ROWS = 5000;

export interface MoveOptions {
  readonly request: MoveRequest;
  readonly audit: AuditOrigin;
  /** Called after each commit, with the rows of all tables. Whatever it throws ends the move there. */
  readonly onProgress: (progress: MoveProgress) => void;
  readonly pageRows?: number | undefined;
}

interface Move {
  /** The settings of the source, with the key that its secrets are sealed with. */
  readonly settings: Config;
  readonly path: string;
  readonly url: string;
  /** The name of the target, for people. */
  readonly name: string;
  readonly options: MoveOptions;
}

/**
 * Moves an open database whose file no other process uses. The file is marked once the target is complete, and then the
 * target is opened: at no time can services start on both.
 */
export async function runMove(source: AppContext, move: Move): Promise<MoveReport> {
  const { path, name, url, options } = move;
  const startedAt = performance.now();
  const outline = { from: path, to: name };
  await refuseMovedElsewhere(source, move);
  const secrets = await countReadableSecrets(source);
  if ((await verify(source.engine)).disagreements.length > 0)
    throw new MoveRefusal(
      `${path} is not consistent. Run bank-transfers verify on it, which names what disagrees, and restore a backup.`,
    );
  const { newId, nowMs } = createRuntime(nodePlatform);
  const target = await openMoveTarget(url);
  let file: MoveSource | undefined;
  try {
    await prepare(target, move);
    // Nobody writes to the file from here until it is marked, so that no command is lost in between.
    file = openMoveSource(path);
    const mark: TargetMark = { side: 'target', id: newId(), startedAtMs: nowMs(), finishedAtMs: null };
    const total = countRows(file);
    const tables = await fillTarget({
      source: file,
      target,
      mark,
      pageRows: options.pageRows ?? PAGE_ROWS,
      onProgress: (progress) => options.onProgress({ ...progress, total }),
    });
    if (!tables.every(isEqual)) return { ...outline, outcome: 'differs', tables };
    await target.settle();
    const movedAtMs = nowMs();
    const left: SourceMark = { side: 'source', id: mark.id, movedAtMs, to: name };
    const values = { to: name, move: mark.id };
    const leave = { audit: options.audit, mark: JSON.stringify(left), values };
    const leaving = file;
    const verdict = await openTarget(move, { ...mark, finishedAtMs: movedAtMs }, tables, () =>
      leaving.leave((trx) => recordMove(trx, leave)),
    );
    const tookMs = performance.now() - startedAt;
    return { ...outline, outcome: 'moved', secrets, movedAtMs, tookMs, tables, verdict };
  } finally {
    file?.close();
    await target.close();
  }
}

/**
 * Refuses a file that was moved: another database has its money now. Only the same move can go on, into an emptied
 * target.
 */
async function refuseMovedElsewhere({ engine }: AppContext, { path, name }: Move): Promise<void> {
  const known = readMark(await getMetadata(engine, MOVE_MARK));
  if (known?.side === 'source' && known.to !== name)
    throw new MoveRefusal(
      `${path} was moved to ${known.to} on ${new Date(known.movedAtMs).toISOString()}. What happened there since is not in it.`,
    );
}

/** @throws MoveRefusal when the target cannot be filled. */
async function prepare(target: MoveTarget, { url, name }: Move): Promise<void> {
  const engine = openPostgres({ url, lockTimeoutMs: LOCK_TIMEOUT_MS });
  try {
    await prepareTarget({ engine, target, name });
  } finally {
    await engine.close();
  }
}

/**
 * Verifies the target, marks the file as moved, and opens the target for services in the commit that records the move.
 */
async function openTarget(
  { settings, url, path, options }: Move,
  mark: TargetMark,
  tables: readonly TableComparison[],
  leaveFile: () => Promise<void>,
): Promise<Verdict> {
  const target = await openAppContext({
    config: { ...settings, database: { kind: 'postgres', url } },
    platform: nodePlatform,
    migrate: false,
    allowsMoved: true,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  try {
    await countReadableSecrets(target);
    const verdict = await verify(target.engine);
    if (verdict.disagreements.length > 0)
      throw new MoveRefusal(
        'The target has the same rows as the file, but is not consistent. Please report this: bank-transfers verify names the rows.',
      );
    await leaveFile();
    const rows = Object.fromEntries(tables.map(({ table, source }) => [table, source.rows]));
    const values = { from: path, move: mark.id, rows };
    await target.engine.run('recordMove', { audit: options.audit, mark: JSON.stringify(mark), values });
    return verdict;
  } finally {
    await target.close();
  }
}

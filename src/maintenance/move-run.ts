import type { Engine } from '../../db/engine.ts';
import { type MoveTarget, openMoveTarget } from '../../db/engines/postgres/move-target.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { openMoveSource } from '../../db/engines/sqlite/move-source.ts';
import { getMetadata } from '../../db/metadata/metadata.ts';
import { MASTER_KEY_ID } from '../../db/metadata/secret-keys.ts';
import { isEqual } from '../../db/move/compare.ts';
import type { StoredMark } from '../../db/move/copy.ts';
import { countTables, fillTarget } from '../../db/move/fill.ts';
import { prepareTarget } from '../../db/move/prepare-target.ts';
import { MoveRefusal } from '../../db/move/refusal.ts';
import { readMark, type SourceMark, type TargetMark } from '../../db/move/state.ts';
import { MOVE_MARK, MOVED_TABLES } from '../../db/move/tables.ts';
import { verify } from '../../db/verify/verify.ts';
import type { Config } from '../config/config.ts';
import { type AppContext, openAppContext } from '../context/context.ts';
import type { AuditOrigin } from '../domain/audit.ts';
import type { Verdict } from '../domain/consistency.ts';
import type { MoveProgress, MoveReport, MoveRequest, TableComparison } from '../domain/move.ts';
import { createRuntime, nodePlatform } from '../platform.ts';
import { countReadableSecrets } from '../secrets/secret-boxes.ts';

const GIVE_UP = 'Drop that database, create it anew, run move --undo and then move again.';
/** Time that a step of a move waits for the lock of another program. */
export const LOCK_TIMEOUT_MS = 30_000;
/** The rows of one commit. */
const PAGE_ROWS = 5000;

export interface MoveOptions {
  readonly request: MoveRequest;
  readonly audit: AuditOrigin;
  /** Called after each commit, with the rows of all tables. Whatever it throws ends the move there. */
  readonly onProgress: (progress: MoveProgress) => void;
}

interface Move {
  /** The settings of the source, with the key that its secrets are sealed with. */
  readonly settings: Config;
  readonly path: string;
  readonly url: string;
  /** The target for people. */
  readonly name: string;
  readonly options: MoveOptions;
}

/** Moves an open database whose file nobody else uses. */
export async function runMove(source: AppContext, move: Move): Promise<MoveReport> {
  const { path, name, url, options } = move;
  const { engine } = source;
  const startedAt = performance.now();
  const outline = { from: path, to: name };
  const known = readMark(await getMetadata(engine, MOVE_MARK)) as SourceMark | undefined;
  if (known?.finishedAtMs) return { ...outline, outcome: 'moved before', movedAtMs: known.finishedAtMs };
  const secrets = await countReadableSecrets(source);
  if ((await verify(engine)).disagreements.length > 0)
    throw new MoveRefusal(
      `${path} is not consistent. Run bank-transfers verify on it, which names what disagrees, and restore a backup.`,
    );
  const masterKeyId = (await getMetadata(engine, MASTER_KEY_ID)) ?? '';
  const target = await openMoveTarget(url);
  try {
    const begun = await prepare(target, move, { moveId: known?.id, masterKeyId });
    if (options.request.dryRun)
      return {
        ...outline,
        outcome: 'rehearsed',
        secrets,
        rows: countRows(path),
        isBegun: begun !== undefined,
      };
    const sourceMark = known ?? (await markSource(engine, move));
    let finishedAtMs = begun?.mark.finishedAtMs ?? null;
    let moved: { readonly tables: readonly TableComparison[]; readonly verdict?: Verdict } = { tables: [] };
    if (finishedAtMs === null) {
      const filled = await fill(target, move, { begun, sourceMark, masterKeyId });
      if (!filled.tables.every(isEqual)) return { ...outline, outcome: 'differs', tables: filled.tables };
      await settle(target);
      finishedAtMs = nodePlatform.nowMs();
      const verdict = await finishTarget(move, { ...filled.mark, finishedAtMs }, filled.tables);
      moved = { tables: filled.tables, verdict };
    }
    const mark: SourceMark = { ...sourceMark, finishedAtMs };
    await engine.run('setMetadata', { key: MOVE_MARK, value: JSON.stringify(mark) });
    return {
      ...outline,
      outcome: 'moved',
      secrets,
      movedAtMs: finishedAtMs,
      tookMs: performance.now() - startedAt,
      ...moved,
    };
  } finally {
    await target.close();
  }
}

/** @returns the mark of an earlier run. @throws MoveRefusal when the target cannot be filled. */
async function prepare(
  target: MoveTarget,
  { url, name, options }: Move,
  ids: { readonly moveId: string | undefined; readonly masterKeyId: string },
): Promise<StoredMark | undefined> {
  const engine = openPostgres({ url, lockTimeoutMs: LOCK_TIMEOUT_MS });
  try {
    return await prepareTarget({ engine, target, name, migrates: !options.request.dryRun, ...ids });
  } finally {
    await engine.close();
  }
}

/** Keeps services from starting on the file, from now on. */
async function markSource(engine: Engine, { name, options }: Move): Promise<SourceMark> {
  const { newId, nowMs } = createRuntime(nodePlatform);
  const mark: SourceMark = {
    side: 'source',
    id: newId(),
    startedAtMs: nowMs(),
    finishedAtMs: null,
    to: name,
  };
  const values = { to: name, move: mark.id };
  await engine.run('recordMove', { audit: options.audit, mark: JSON.stringify(mark), values });
  return mark;
}

interface Fill {
  readonly begun: StoredMark | undefined;
  readonly sourceMark: SourceMark;
  readonly masterKeyId: string;
}

async function fill(
  target: MoveTarget,
  { path, options }: Move,
  { begun, sourceMark, masterKeyId }: Fill,
): ReturnType<typeof fillTarget> {
  const source = openMoveSource(path);
  try {
    const { id, startedAtMs } = sourceMark;
    const total = [...countTables(source).values()].reduce((sum, rows) => sum + rows, 0);
    const table = MOVED_TABLES[0]?.table ?? 'clients';
    return await fillTarget({
      ...{ source, target, begun, pageRows: options.request.pageRows ?? PAGE_ROWS },
      first: {
        side: 'target',
        id,
        startedAtMs,
        finishedAtMs: null,
        masterKeyId,
        table,
        after: null,
        rows: 0,
      },
      onProgress: (progress) => options.onProgress({ ...progress, total }),
    });
  } finally {
    source.close();
  }
}

async function settle(target: MoveTarget): Promise<void> {
  const [loose] = await target.findLooseKeys();
  if (loose !== undefined)
    throw new MoveRefusal(
      `The table ${loose} of the target does not fit its transactions: it was changed by hand. ${GIVE_UP}`,
    );
  await target.settle();
}

/** Checks the target as a whole, and opens it for services in the commit that records the move. */
async function finishTarget(
  { settings, url, path, options }: Move,
  mark: TargetMark,
  tables: readonly TableComparison[],
): Promise<Verdict> {
  const target = await openAppContext({
    ...{ config: { ...settings, database: { kind: 'postgres', url } }, platform: nodePlatform },
    ...{ migrate: false, allowsMoved: true, lockTimeoutMs: LOCK_TIMEOUT_MS },
  });
  try {
    await countReadableSecrets(target);
    const verdict = await verify(target.engine);
    if (verdict.disagreements.length > 0)
      throw new MoveRefusal(
        'The target has the same rows as the file, but is not consistent. Please report this: bank-transfers verify names the rows.',
      );
    const rows = Object.fromEntries(tables.map(({ table, source }) => [table, source.rows]));
    const values = { from: path, move: mark.id, rows };
    await target.engine.run('recordMove', { audit: options.audit, mark: JSON.stringify(mark), values });
    return verdict;
  } finally {
    await target.close();
  }
}

function countRows(path: string): Record<string, number> {
  const source = openMoveSource(path);
  try {
    return Object.fromEntries(countTables(source));
  } finally {
    source.close();
  }
}

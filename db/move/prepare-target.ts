import type { Engine } from '../engine.ts';
import type { MoveTarget } from '../engines/postgres/move-target.ts';
import { isBeforeFirstRelease } from '../migrate.ts';
import type { StoredMark } from './copy.ts';
import { MoveRefusal } from './refusal.ts';
import { readMark } from './state.ts';
import { MOVED_TABLES } from './tables.ts';

const EMPTY_IT = 'Name an empty database, or drop and create this one.';

interface TargetOptions {
  readonly engine: Engine;
  readonly target: MoveTarget;
  /** The place of the target, for people. */
  readonly name: string;
  /** The id of the move that the source is marked with; undefined when it is not. */
  readonly moveId: string | undefined;
  readonly masterKeyId: string;
  /** Whether the target may be changed. */
  readonly migrates: boolean;
}

/**
 * Makes sure that a database is empty, or holds a part of the same move, and brings the schema of an empty one up to
 * date. @returns the mark of the move; undefined when the target is empty.
 * @throws MoveRefusal when it cannot be filled.
 */
export async function prepareTarget(options: TargetOptions): Promise<StoredMark | undefined> {
  const { engine, target, name, migrates } = options;
  // From here on nothing but the move writes there.
  const isFree = await target.keepServicesOut();
  const tables = await target.tables();
  const { missing, unknown } = await engine.schemaState();
  if (isBeforeFirstRelease(unknown))
    throw new MoveRefusal(`${name} is of a version before 1.0.0. ${EMPTY_IT}`);
  if (unknown.length > 0)
    throw new MoveRefusal(`${name} is of a newer version (${unknown.join(', ')}). Move with that version.`);
  const isOurs = tables.includes('metadata') && tables.includes('audit_tip');
  if (tables.length > 0 && !isOurs)
    throw new MoveRefusal(`${name} holds tables of another program, such as ${tables[0]}. ${EMPTY_IT}`);
  const stored = isOurs ? await target.mark() : undefined;
  if (stored !== undefined && missing.length > 0)
    throw new MoveRefusal(`A move into ${name} was begun by another version. Go on with that one.`);
  const begun = stored === undefined ? undefined : checkMark(stored, options);
  // A service may run there already when only the mark of the source is missing.
  if (!isFree && begun?.mark.finishedAtMs == null)
    throw new MoveRefusal(`A service runs on ${name}. Stop it first. ${EMPTY_IT}`);
  if (begun) return begun;
  for (const { table } of isOurs ? MOVED_TABLES : []) {
    const rows = table === 'metadata' || table === 'audit_tip' ? 0 : await target.count(table);
    if (rows > 0) throw new MoveRefusal(`${name} holds data already: ${table} has ${rows} rows. ${EMPTY_IT}`);
  }
  if (migrates && missing.length > 0) await engine.migrate();
  return undefined;
}

function checkMark(text: string, { name, moveId, masterKeyId }: TargetOptions): StoredMark {
  const mark = readMark(text);
  if (mark?.side !== 'target' || mark.id !== moveId)
    throw new MoveRefusal(
      `${name} holds another database, or a move that was given up with move --undo. ${EMPTY_IT}`,
    );
  if (mark.masterKeyId !== masterKeyId)
    throw new MoveRefusal(
      `${name} holds a part of a move under another MASTER_KEY (id ${mark.masterKeyId}). ${EMPTY_IT}`,
    );
  return { mark, text };
}

import type { Engine } from '../../engine.ts';
import type { MoveTarget } from '../../engines/postgres/move-target.ts';
import { isBeforeFirstRelease } from '../../migrate.ts';
import { MoveRefusal } from './state.ts';
import { MOVED_TABLES } from './tables.ts';

const EMPTY_IT = 'Name an empty database, or drop and create this one.';

interface TargetOptions {
  readonly engine: Engine;
  readonly target: MoveTarget;
  /** The place of the target, for people. */
  readonly name: string;
}

const FILLED_BY_MIGRATION: ReadonlySet<string> = new Set(['metadata', 'audit_tip', 'feed_tip']);

/**
 * Makes sure that a database is empty, and brings its schema up to date. From here on nothing but the move writes there.
 * @throws MoveRefusal when it cannot be filled.
 */
export async function prepareTarget({ engine, target, name }: TargetOptions): Promise<void> {
  const isFree = await target.keepServicesOut();
  const tables = await target.tables();
  const { missing, unknown } = await engine.schemaState();
  if (isBeforeFirstRelease(unknown))
    throw new MoveRefusal(`${name} is of a version before 1.0.0. ${EMPTY_IT}`);
  if (unknown.length > 0)
    throw new MoveRefusal(`${name} is of a newer version (${unknown.join(', ')}). Move with that version.`);
  const isBankTransfers = tables.includes('metadata') && tables.includes('audit_tip');
  if (tables.length > 0 && !isBankTransfers)
    throw new MoveRefusal(`${name} holds tables of another program, such as ${tables[0]}. ${EMPTY_IT}`);
  if (!isFree) throw new MoveRefusal(`A service runs on ${name}. Stop it first. ${EMPTY_IT}`);
  if (isBankTransfers && (await target.mark()) !== undefined)
    throw new MoveRefusal(`${name} was filled by a move before, as a whole or in part. ${EMPTY_IT}`);
  for (const { table } of isBankTransfers ? MOVED_TABLES : []) {
    const rows = FILLED_BY_MIGRATION.has(table) ? 0 : await target.count(table);
    if (rows > 0) throw new MoveRefusal(`${name} holds data already: ${table} has ${rows} rows. ${EMPTY_IT}`);
  }
  if (missing.length > 0) await engine.migrate({ keepsServicesOut: true });
}

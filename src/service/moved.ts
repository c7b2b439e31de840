import type { Engine } from '../../db/engine.ts';
import { getMetadata } from '../../db/maintenance/metadata/metadata.ts';
import { readMark } from '../../db/maintenance/move/state.ts';
import { MOVE_MARK } from '../../db/maintenance/move/tables.ts';
import { INITIAL_SCHEMA } from '../../db/migrations/index.ts';
import { StartError } from '../config/start-error.ts';

/**
 * Refuses a database whose rows are, or will be, in another place: two services would process the same payments.
 * @param missing the migrations that have not run on it.
 * @throws StartError that says how to continue.
 */
export async function refuseMoved(engine: Engine, missing: readonly string[]): Promise<void> {
  // A database without tables has no mark.
  if (missing.includes(INITIAL_SCHEMA)) return;
  const mark = readMark(await getMetadata(engine, MOVE_MARK));
  if (!mark) return;
  if (mark.side === 'target') {
    if (mark.finishedAtMs !== null) return;
    throw new StartError(
      'DATABASE_URL: a move into this database was not finished. Drop it, create it again, and run bank-transfers move again.',
    );
  }
  throw new StartError(
    `DATABASE_URL: this file was moved to ${mark.to} on ${new Date(mark.movedAtMs).toISOString()}. Set DATABASE_URL to that database. Where it says that its move was not finished, drop it, create it again, and run bank-transfers move again.`,
  );
}

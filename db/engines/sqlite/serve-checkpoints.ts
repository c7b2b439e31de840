import type Sqlite from 'better-sqlite3';
import type { CheckpointRequest } from './protocol.ts';
import { serveThread, type ThreadStart } from './serve-thread.ts';

/** With this many pages the log is restarted: 4 MiB. */
const RESTART_PAGES = 1_024;
/** The log that may remain after a checkpoint while the writer is busy, so that the next checkpoint is short: 256 KiB. */
const FEW_PAGES = 64;
const MAX_ROUNDS = 4;
/** Calls without a commit between them, after which the service counts as idle. */
export const IDLE_CALLS = 40;

/** The pages of the log, and those of them that are in the database. */
interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/** Copies the log into the database, once for each call. */
export function serveCheckpoints(start: ThreadStart): void {
  serveThread<CheckpointRequest>(start, { isSerial: true, connect: copiesLog, mustDrop: () => true });
}

function copiesLog(connection: Sqlite.Database): () => void {
  let seenVersion: unknown;
  let callsWithoutCommit = 0;
  return () => {
    const version = connection.pragma('data_version', { simple: true });
    callsWithoutCommit = version === seenVersion ? callsWithoutCommit + 1 : 0;
    seenVersion = version;
    if (callsWithoutCommit > 0) {
      if (callsWithoutCommit % IDLE_CALLS === 0) run(connection, 'TRUNCATE');
      return;
    }
    let left = Number.POSITIVE_INFINITY;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { log, checkpointed } = run(connection, 'PASSIVE');
      if (log < RESTART_PAGES) return;
      left = log - checkpointed;
      // Each round takes as long as the one before it let the log grow.
      if (left <= FEW_PAGES) break;
    }
    // The writer waits for this one, which has little left to copy.
    if (left <= FEW_PAGES) run(connection, 'RESTART');
  };
}

/** A checkpoint that finds the database busy copies what it can. */
function run(connection: Sqlite.Database, mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE'): Progress {
  const [progress] = connection.pragma(`wal_checkpoint(${mode})`) as Progress[];
  return progress ?? { log: 0, checkpointed: 0 };
}

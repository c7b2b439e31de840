import type Sqlite from 'better-sqlite3';
import { letOthersRun } from '../../queries/scans.ts';
import { beginShared, type CommandState, RollbackFailure } from './command-dialect.ts';
import { isFatal } from './errors.ts';
import { type CommandCall, type Reply, toFailure } from './protocol.ts';

/** Commands that share a commit. With more of them, one that makes SQLite roll back everything costs too much. */
const MAX_TOGETHER = 8;

type RunningCall = Exclude<CommandCall, { kind: 'close' }>;

export interface WaitingCall {
  readonly call: RunningCall;
  /** The end of its wait for the lock of another process, by `performance.now()`. */
  readonly deadline: number;
  reply(reply: Reply): void;
}

interface SharedCommitsOptions {
  readonly state: CommandState;
  /** The writing connection. It can be another one after a failure. */
  connection(): Sqlite.Database;
  /** Closes the connection, so that the next command gets another one. */
  drop(): void;
  run(call: RunningCall): Promise<unknown>;
  /** Runs a call in a transaction of its own, and replies. */
  runAlone(waiting: WaitingCall): Promise<void>;
}

export interface SharedCommits {
  take(waiting: WaitingCall): void;
  /** Resolves when every call was replied to. */
  settled(): Promise<void>;
}

/**
 * Runs the commands that wait together in one transaction, each in a savepoint, and replies when it is on disk. One that
 * fails changes nothing, and the others go on. When the transaction cannot go on, each is run alone: none of them was
 * committed or acknowledged.
 */
export function createSharedCommits(options: SharedCommitsOptions): SharedCommits {
  const { state, runAlone } = options;
  let queue: WaitingCall[] = [];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    // Whatever has arrived at any connection by now is read first.
    await letOthersRun();
    while (queue.length > 0) {
      const together = takeTogether();
      if (together.length > 1) await runTogether(together);
      else for (const waiting of together) await runAlone(waiting);
      await letOthersRun();
    }
    running = undefined;
  }

  /** Takes the commands at the head of the queue, or one call of another kind. */
  function takeTogether(): WaitingCall[] {
    const other = queue.findIndex(({ call }) => call.kind !== 'command');
    const commands = other < 0 ? queue.length : other;
    const taken = queue.slice(0, Math.min(Math.max(commands, 1), MAX_TOGETHER));
    queue = queue.slice(taken.length);
    return taken;
  }

  async function runTogether(together: readonly WaitingCall[]): Promise<void> {
    const replies = await tryTogether(together);
    for (const [index, waiting] of together.entries()) {
      const reply = replies?.[index];
      if (reply) waiting.reply(reply);
      else await runAlone(waiting);
    }
  }

  /** @returns undefined when nothing was committed, and each must be run alone. */
  async function tryTogether(together: readonly WaitingCall[]): Promise<readonly Reply[] | undefined> {
    state.lockDeadline = together[0]?.deadline ?? 0;
    try {
      const connection = options.connection();
      await beginShared(connection, state);
      const replies: Reply[] = [];
      state.isShared = true;
      for (const { call } of together) {
        replies.push(await runSaved(call));
        if (!connection.inTransaction) return undefined;
      }
      return commit(connection, replies);
    } catch (error) {
      rollBack();
      if (isFatal(error)) options.drop();
      return undefined;
    } finally {
      state.isShared = false;
    }
  }

  /** @throws when the transaction cannot go on. */
  async function runSaved(call: RunningCall): Promise<Reply> {
    try {
      return { id: call.id, output: await options.run(call) };
    } catch (error) {
      if (isFatal(error) || error instanceof RollbackFailure) throw error;
      return { id: call.id, failure: toFailure(error) };
    }
  }

  /** The answer of a commit that fails is unknown, so that none of its commands may run again. */
  function commit(connection: Sqlite.Database, replies: readonly Reply[]): readonly Reply[] {
    try {
      connection.prepare('commit').run();
      return replies;
    } catch (error) {
      rollBack();
      const failure = toFailure(error);
      return replies.map((reply) => ('output' in reply ? { id: reply.id, failure } : reply));
    }
  }

  function rollBack(): void {
    const connection = options.connection();
    try {
      if (connection.inTransaction) connection.prepare('rollback').run();
    } catch {
      options.drop();
    }
  }

  return {
    take(waiting) {
      queue.push(waiting);
      running ??= runAll();
    },
    async settled() {
      await running;
    },
  };
}

import type { Change, ChangeReceiver } from '../../../src/transactions/change-transport.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '../../engine.ts';
import type { Database } from '../../tables.ts';
import type { ChangeRef } from './change-messages.ts';
import { isUnavailable } from './errors.ts';
import { type Mark, readChanges, readMark, readStates } from './read-changes.ts';

/** Transactions of one statement. */
const MAX_READ = 500;
/** Changes that wait to be read, or are read again. When there are more, subscribers start again. */
export const MAX_WAITING_CHANGES = 50_000;

export interface ChangeReader {
  /** Reads the place from which on nothing is missed. */
  start(): Promise<void>;
  /** Reads changes that messages told of, and delivers them. */
  read(changes: readonly ChangeRef[]): void;
  /** Reads what changed since the last time again, because messages may be lost. */
  readAgain(): void;
  /** Reads what no message told of, and what could not be read before. */
  check(isFull: boolean): void;
  /** The first subscriber has come. What was before is not for it. */
  onSubscriber(): void;
  /** Resolves when nothing is being read any more. */
  stop(): Promise<void>;
}

/**
 * Reads changes of other processes for the subscribers of this one, one batch after another.
 * @param serverNowMs the clock of the server.
 */
export function createChangeReader(
  db: Database,
  receiver: ChangeReceiver,
  serverNowMs: () => number,
): ChangeReader {
  let waiting: ChangeRef[] = [];
  let mark: Mark | undefined;
  /** Set when something is to be read again: `gap` if messages may be lost. */
  let due: 'gap' | 'check' | undefined;
  let sinceMs = 0;
  let isStopped = false;
  let running: Promise<void> | undefined;

  async function deliver(changes: readonly Change[], isAgain: boolean): Promise<void> {
    for (let first = 0; first < changes.length; first += MAX_READ) {
      const states = await readStates(db, changes.slice(first, first + MAX_READ));
      for (const { transaction, audience, auditPosition } of states) {
        if (isAgain) receiver.receiveAgain(transaction, audience, auditPosition);
        else receiver.receive(transaction, audience, auditPosition);
      }
    }
  }

  async function catchUp(isGap: boolean): Promise<void> {
    const from = mark;
    const to = await readMark(db);
    if (from && receiver.hasSubscribers) {
      const changes = await readChanges(db, { from, to, sinceMs }, MAX_WAITING_CHANGES);
      if (changes) {
        await deliver([...changes.created, ...changes.transitions].filter(receiver.isNew), true);
        await deliver(changes.others.filter(receiver.isNew), true);
      } else if (isGap) receiver.endAll();
    }
    mark = to;
  }

  /** Nothing but its message tells the desk that a callback was given up. */
  function isLeft(change: ChangeRef): boolean {
    const isUnnamed = change.audience === 'desk' && change.auditPosition === undefined;
    return isUnnamed || receiver.isNew(change);
  }

  async function work(): Promise<void> {
    while (!isStopped && (waiting.length > 0 || due)) {
      const changes = waiting;
      const reason = due;
      waiting = [];
      due = undefined;
      try {
        // First what messages may have missed: a later state would hide it.
        if (reason) await catchUp(reason === 'gap');
        await deliver(reason ? changes.filter(isLeft) : changes, false);
      } catch (error) {
        // The next beat reads again all that was not delivered. A failure that stays must not be silence.
        due = 'gap';
        if (!isUnavailable(error)) receiver.endAll();
        return;
      }
    }
  }

  function begin(): void {
    if (isStopped) return;
    running ??= work().finally(() => {
      running = undefined;
    });
  }

  return {
    async start() {
      mark ??= await readMark(db);
    },
    read(changes) {
      if (!receiver.hasSubscribers) return changes.forEach(receiver.pass);
      waiting.push(...changes);
      if (waiting.length > MAX_WAITING_CHANGES) {
        waiting = [];
        receiver.endAll();
      }
      begin();
    },
    readAgain() {
      due = 'gap';
      begin();
    },
    check(isFull) {
      if (isFull) due ??= 'check';
      begin();
    },
    onSubscriber() {
      // So much older may be what it gets.
      sinceMs = Math.floor(serverNowMs() - MAX_CLOCK_DIFFERENCE_MS);
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

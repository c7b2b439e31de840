import type { MetricsSnapshot, ToWorker } from './messages.ts';

/** A worker that does not answer in time counts with what it told last. */
const TIME_LIMIT_MS = 1000;

interface Member {
  readonly send: (message: ToWorker) => void;
  last: MetricsSnapshot;
}

/** Gathers what the workers have counted. */
export interface Measuring {
  join(memberId: number, send: (message: ToWorker) => void): void;
  /** Takes a worker that has died away. What it told last stays in the sums, so that no counter falls. */
  leave(memberId: number): void;
  receive(memberId: number, answer: { readonly id: number; readonly snapshot: MetricsSnapshot }): void;
  gather(): Promise<readonly MetricsSnapshot[]>;
}

/** @param merge adds up snapshots. */
export function createMeasuring(
  merge: (snapshots: readonly MetricsSnapshot[]) => Promise<MetricsSnapshot>,
): Measuring {
  const members = new Map<number, Member>();
  /** The members whose answers to a question are missing, with what to do when the last one has come. */
  const asked = new Map<number, { readonly missing: Set<number>; done(): void }>();
  let ended: MetricsSnapshot[] = [];
  let lastId = 0;

  function note(memberId: number, isMeant: (id: number) => boolean): void {
    for (const [id, { missing, done }] of asked) {
      if (!isMeant(id) || !missing.delete(memberId) || missing.size > 0) continue;
      asked.delete(id);
      done();
    }
  }

  function ask(): Promise<void> {
    const missing = new Set(members.keys());
    if (missing.size === 0) return Promise.resolve();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        asked.delete(id);
        resolve();
      }, TIME_LIMIT_MS);
      const done = () => {
        clearTimeout(giveUp);
        resolve();
      };
      asked.set(id, { missing, done });
      for (const { send } of members.values()) send({ kind: 'measure', id });
    });
  }

  return {
    join: (memberId, send) => void members.set(memberId, { send, last: [] }),
    leave(memberId) {
      const member = members.get(memberId);
      if (!member || !members.delete(memberId)) return;
      // Gauges are of what is there now.
      const counted = member.last.filter(({ type }) => type !== 'gauge');
      if (counted.length > 0) ended.push(counted);
      note(memberId, () => true);
    },
    receive(memberId, { id, snapshot }) {
      const member = members.get(memberId);
      if (member) member.last = snapshot;
      note(memberId, (other) => other === id);
    },
    async gather() {
      await ask();
      if (ended.length > 1) {
        const merging = [...ended];
        const merged = await merge(merging);
        // A worker may have died, or another scrape have merged them, meanwhile.
        if (ended[0] === merging[0]) ended = [merged, ...ended.slice(merging.length)];
      }
      return [...ended, ...[...members.values()].map(({ last }) => last)];
    },
  };
}

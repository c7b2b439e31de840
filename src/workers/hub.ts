import type { ChangeTransport } from '../operations/transactions/change-transport.ts';
import type { Published, ToWorker } from './messages.ts';

/** A worker, as the hub sees it. */
interface Member {
  readonly send: (message: ToWorker) => void;
  hasSubscribers: boolean;
  /** Whether others listen, as it was told last. */
  isHeard: boolean;
  /** Resolves when it knows that. */
  knows: Promise<unknown>;
}

/** Passes what one process publishes on to all others that have subscribers. */
export interface Hub {
  /** The transport of the bus of this process, which has no subscribers of its own. */
  readonly transport: ChangeTransport;
  join(memberId: number, send: (message: ToWorker) => void): void;
  /** Takes a worker that has died away. Subscribers of the others may miss what it did last. */
  leave(memberId: number): void;
  publish(fromId: number, items: readonly Published[]): void;
  /** Notes whether a worker has subscribers. Resolves when all others know. */
  listen(memberId: number, hasSubscribers: boolean): Promise<void>;
  /** A worker confirms what it was told. */
  confirm(tellingId: number): void;
}

/** No worker has this id. */
const PRIMARY = 0;

export function createHub(): Hub {
  const members = new Map<number, Member>();
  const tellings = new Map<number, { readonly memberId: number; resolve(): void }>();
  let lastTelling = 0;

  const othersListen = (memberId: number) =>
    [...members].some(([id, { hasSubscribers }]) => id !== memberId && hasSubscribers);

  /** Tells each worker whether others listen, where that has changed. */
  function tellAll(): void {
    for (const [memberId, member] of members) {
      const isHeard = othersListen(memberId);
      if (isHeard === member.isHeard) continue;
      member.isHeard = isHeard;
      lastTelling += 1;
      const id = lastTelling;
      member.knows = new Promise<void>((resolve) => tellings.set(id, { memberId, resolve }));
      member.send({ kind: 'hear', id, isHeard });
    }
  }

  function publish(fromId: number, items: readonly Published[]): void {
    for (const [id, { hasSubscribers, send }] of members)
      if (id !== fromId && hasSubscribers) send({ kind: 'published', items });
  }

  return {
    transport: {
      get isHeard() {
        return othersListen(PRIMARY);
      },
      connect() {},
      send: (transaction, audience) => publish(PRIMARY, [[transaction, audience]]),
    },
    join(memberId, send) {
      // A new worker sends everything until it is told otherwise.
      members.set(memberId, { send, hasSubscribers: false, isHeard: true, knows: Promise.resolve() });
      tellAll();
    },
    leave(memberId) {
      if (!members.delete(memberId)) return;
      for (const [id, telling] of tellings) {
        if (telling.memberId !== memberId) continue;
        tellings.delete(id);
        telling.resolve();
      }
      for (const { hasSubscribers, send } of members.values()) if (hasSubscribers) send({ kind: 'gap' });
      tellAll();
    },
    publish,
    async listen(memberId, hasSubscribers) {
      const listener = members.get(memberId);
      if (!listener) return;
      listener.hasSubscribers = hasSubscribers;
      tellAll();
      const others = [...members.values()].filter((member) => member !== listener);
      await Promise.all(others.map(({ knows }) => knows));
    },
    confirm(tellingId) {
      tellings.get(tellingId)?.resolve();
      tellings.delete(tellingId);
    },
  };
}

import { sql } from 'kysely';
import type { Broadcast } from '../../../src/presence/store.ts';
import { available } from './errors.ts';
import type { Pools } from './pools.ts';
import { retryOnce } from './run-commands.ts';
import type { SessionPart } from './session.ts';

const CHANNEL = 'broadcast';

/** Carries messages of less than 8,000 bytes. A process does not receive what is sent while its session is lost. */
export function createBroadcast(
  pools: Pick<Pools, 'commands' | 'renew'>,
): Broadcast & { readonly part: SessionPart } {
  let receiver: (message: string) => void = () => {};
  return {
    connect(receive) {
      receiver = receive;
    },
    async send(message) {
      await available(
        retryOnce(() => sql`select pg_notify(${CHANNEL}, ${message})`.execute(pools.commands), pools.renew),
      );
    },
    part: { channel: CHANNEL, onNotification: (message) => receiver(message) },
  };
}

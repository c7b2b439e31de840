import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../kernel/address.ts';
import { MAX_LOOKUP_MS } from '../limits.ts';
import { errorCode, SendFailure } from './send-failure.ts';

const TRIES = 2;

/** Codes of a name that has no address of the requested family. */
const NO_ADDRESS: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Asks the system, which also knows the names of this machine. Each call holds one of few threads. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** Asks the name servers directly. A name server that hangs delays only the callbacks to its own names. */
export function createDnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: MAX_LOOKUP_MS, tries: TRIES });
  return async (hostname) => {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const failure = results.find(
      (result) => result.status === 'rejected' && !NO_ADDRESS.includes(errorCode(result.reason)),
    );
    // Addresses of one family are enough: the other family, which could be forbidden, is then never used.
    if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
    return addresses;
  };
}

/**
 * All addresses of a host, which is a name or an address. Every one of them may be connected to.
 * @throws SendFailure when it has none, or one that is not allowed.
 */
export type LookUp = (host: string) => Promise<readonly string[]>;

export interface LookUpOptions {
  readonly resolve: Resolve;
  readonly allowLoopback: boolean;
}

/** Makes a look-up that vets what it finds. */
export function createLookUp({ resolve, allowLoopback }: LookUpOptions): LookUp {
  return shareRunning(async (host) => {
    const addresses = isIP(host) === 0 ? await resolveName(resolve, host) : [host];
    const forbidden = addresses.find((address) => !isPublicAddress(address, { allowLoopback }));
    if (forbidden !== undefined) throw new SendFailure(`the address ${forbidden} is not public`);
    return addresses;
  });
}

async function resolveName(resolve: Resolve, name: string): Promise<readonly string[]> {
  const addresses = await resolve(name).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOTFOUND') throw new SendFailure('the name could not be looked up');
    return [];
  });
  if (addresses.length === 0) throw new SendFailure('the name has no address');
  return addresses;
}

/** Joins simultaneous look-ups of one name into one, because each can hold a thread of the process. */
function shareRunning<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const known = running.get(key);
    if (known) return known;
    const started = work(key).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

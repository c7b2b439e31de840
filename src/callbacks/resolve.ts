import { lookup, Resolver } from 'node:dns/promises';
import type { Resolve } from './connection.ts';
import { errorCode } from './send-failure.ts';

const TIME_LIMIT_MS = 2000;
const TRIES = 2;

/** Says that a name has no address of the kind that was asked for. */
const NO_ADDRESS: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Asks the system, which knows the names of this machine too. A name server that hangs holds one of few threads. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** Asks the name servers themselves: one that hangs holds up nobody but those who want its names. */
export function createDnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: TIME_LIMIT_MS, tries: TRIES });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failure = answers.find(
      (answer) => answer.status === 'rejected' && !NO_ADDRESS.includes(errorCode(answer.reason)),
    );
    // With addresses of one kind alone, the others could be the forbidden ones: but only these are used.
    if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
    return addresses;
  };
}

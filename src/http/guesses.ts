import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { consume } from './rate.ts';

const MINUTE_SECONDS = 60;

/** How many wrong guesses are answered in a minute. */
export interface GuessLimits {
  readonly perAddress: number;
  readonly inAll: number;
}

export const GUESS_LIMITS: GuessLimits = { perAddress: 20, inAll: 1000 };

/** Counts wrong guesses. @throws ServiceError error_rate_limited when there are too many. */
export type CountGuess = (address: string) => Promise<void>;

/**
 * Limits the guessing of payment links. Only what was wrong is counted, after it was found wrong: somebody who
 * guesses behind the same address as others takes nothing from those who have a link.
 */
export function createGuessCounter({ perAddress, inAll }: GuessLimits): CountGuess {
  const all = new RateLimiterMemory({ points: inAll, duration: MINUTE_SECONDS });
  const each = new RateLimiterMemory({ points: perAddress, duration: MINUTE_SECONDS });
  return async (address) => {
    // First, so that whoever has many addresses fills no memory with them.
    await consume(all, 'all');
    await consume(each, networkOf(address));
  };
}

/** Somebody who has one IPv6 address has the 2^64 of its network: they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = ''] = address.split('::');
  return start.split(':').slice(0, 4).join(':');
}

import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from './address.ts';
import { consume } from './rate.ts';

const MINUTE_SECONDS = 60;

/** The number of wrong guesses within a minute before further ones are refused. */
export const GUESS_LIMITS = { perAddress: 20, inAll: 1000 };

/** Counts one wrong guess. @throws ServiceError error_rate_limited when there were too many. */
export type CountGuess = (address: string) => Promise<void>;

/**
 * Limits the guessing of payment links. Only wrong guesses are counted, so that a guesser cannot use up the limit
 * of payers with valid links at the same address.
 */
export function createGuessCounter(): CountGuess {
  const all = new RateLimiterMemory({ points: GUESS_LIMITS.inAll, duration: MINUTE_SECONDS });
  const each = new RateLimiterMemory({ points: GUESS_LIMITS.perAddress, duration: MINUTE_SECONDS });
  return async (address) => {
    // Counted first, so that a guesser with many addresses cannot fill the memory with them.
    await consume(all, 'all');
    await consume(each, networkOf(address));
  };
}

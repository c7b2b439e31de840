/**
 * A clock that was set back by at most this much is not followed: the time of a process stands still until the clock
 * has caught up. Two processes that follow one clock can differ by this much, if one of them has started meanwhile.
 */
export const MAX_CLOCK_PAUSE_MS = 60_000;

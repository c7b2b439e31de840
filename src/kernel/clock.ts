/**
 * A clock that was set back by at most this much is not followed: until it is there again, a process stands still. Two
 * processes that follow one clock differ by no more, because one of them can have started meanwhile.
 */
export const LONGEST_STANDSTILL_MS = 60_000;

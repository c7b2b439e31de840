const DAY_MS = 24 * 60 * 60 * 1000;

/** The clock of a test key is ahead of the machine's by this at most. */
export const MOST_DAYS_AHEAD = 400;
export const MOST_AHEAD_MS = MOST_DAYS_AHEAD * DAY_MS;

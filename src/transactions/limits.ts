/** The most transactions of one call for last changes. */
export const MAX_ASKED_TRANSACTIONS = 100;

/** The most days of one call for statistics. */
export const MAX_DAYS = 400;

/** The most notes of one transaction. */
export const MAX_NOTES = 100;

/** The most characters of a note of an operator. */
export const MAX_NOTE_CHARACTERS = 1000;

/** The most open subscriptions of one subscriber. */
export const MAX_OPEN_SUBSCRIPTIONS = 8;

/** The most transactions of one page. */
export const MAX_PAGE_ITEMS = 100;

/** The most deposits that a sweep skips because they could not expire. If more fail, they have a common reason. */
export const MAX_SKIPPED = 1000;

/** The most transactions of one read. */
export const MAX_READ_AT_ONCE = 500;

/** The most characters of the reason of a decision. */
export const MAX_REASON_CHARACTERS = 200;

/** The highest sequence in a request. No transaction comes close to it. */
export const MAX_SEQUENCE = 1_000_000;

/** The most transactions that one call settles. */
export const MAX_SETTLED = 200;

/** The most transactions that wait to be read. When there are more, subscribers start again. */
export const MAX_WAITING_CHANGES = 50_000;

/**
 * The most transactions that may wait for a subscriber. A slower one is ended: it must subscribe again and read what it
 * missed.
 */
export const MAX_WAITING_OF_SUBSCRIBER = 1_000;

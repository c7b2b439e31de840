/** Transactions whose last changes one call asks for. */
export const MAX_ASKED_TRANSACTIONS = 100;

/** Days of one question for statistics. */
export const MAX_DAYS = 400;

/** The most notes of one transaction. */
export const MAX_NOTES = 100;

/** Of a note of an operator. */
export const MAX_NOTE_CHARACTERS = 1000;

/** Subscriptions that one subscriber may have open. */
export const MAX_OPEN_SUBSCRIPTIONS = 8;

/** Transactions of one page. */
export const MAX_PAGE_ITEMS = 100;

/** Deposits that could not expire and that a sweep goes past. More fail for a reason that others share. */
export const MAX_PASSED_OVER = 1000;

/** Transactions of one read. */
export const MAX_READ_AT_ONCE = 500;

/** Of the reason of a decision. */
export const MAX_REASON_CHARACTERS = 200;

/** Far above what a transaction reaches. */
export const MAX_SEQUENCE = 1_000_000;

/** Transactions that one call settles. */
export const MAX_SETTLED = 200;

/** Transactions that wait to be read. When there are more, subscribers start again. */
export const MAX_WAITING_CHANGES = 50_000;

/** Transactions that may wait for a subscriber. A slower one is ended: it must subscribe again and read what it missed. */
export const MAX_WAITING_OF_SUBSCRIBER = 1_000;

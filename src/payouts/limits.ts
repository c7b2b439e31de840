/** The most rows of a batch. */
export const MAX_PAYOUT_ROWS = 10_000;

/** The highest number of a row: ids in bank files have room for six digits. */
export const MAX_ROW_NUMBER = 999_999;

/** The most withdrawals in one call, and the most rows on one page. */
export const MAX_CALL_ROWS = 1000;

/** The most batches on one page. */
export const MAX_PAGE_PAYOUTS = 100;

/** How many days ahead banks accept an order. */
export const MAX_DAYS_AHEAD = 30;

/** The longest reason of a rejection, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** The highest number of a batch: ids in bank files have room for nine digits. */
export const MAX_PAYOUT_NUMBER = 999_999_999;

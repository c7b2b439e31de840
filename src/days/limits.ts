/** The longest hand-over note, and the longest reason, in characters. */
export const MAX_NOTE_CHARACTERS = 2000;

/** The most closings of a day that are listed. There can be more. */
export const MAX_LISTED_CLOSINGS = 20;

/** The most closings of one day. */
export const MAX_CLOSINGS = 1000;

/** The most days of an export. */
export const MAX_EXPORT_DAYS = 92;

/** The most movements of an export, which is built in memory. */
export const MAX_EXPORT_MOVEMENTS = 20_000;

/** How many movements one query of an export reads. */
export const EXPORT_PAGE_SIZE = 1000;

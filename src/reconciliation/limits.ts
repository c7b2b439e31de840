/** How many lines one step of matching takes: a create waits at most until these are stored. */
export const LINES_AT_ONCE = 100;

/** How many of the newest lines with proposals are compared for the list. */
export const MAX_COMPARED_PROPOSALS = 1000;

/** The most days of a range. */
export const MAX_DAYS = 366;

/**
 * The most characters in the texts of a preview's new lines. Few files have so many, and all texts that are read stay
 * in memory.
 */
export const MAX_DECIDED_CHARACTERS = 4_000_000;

/** The most new lines of a file that a preview holds in memory and decides about. */
export const MAX_DECIDED_LINES = 20_000;

/** The most files that are taken at once. The others follow once these are gone. */
export const MAX_INBOX_FILES = 1000;

/** The most bytes of a file's name. File systems allow 255, and an id and `.problems.txt` are added. */
export const MAX_NAME_BYTES = 200;

/** The most characters of the name of a file. */
export const MAX_NAME_CHARACTERS = 200;

/** The most files or statements of one page. */
export const MAX_PAGE_FILES = 100;

/** The most lines of one page. */
export const MAX_PAGE_LINES = 200;

/** The most previews and trials of profiles that a process runs at once. */
export const MAX_PREVIEWS = 3;

/** The most unambiguous proposals that are read as a list and confirmed at once. */
export const MAX_PROPOSALS = 100;

/** The most profiles that admins can add. */
export const MAX_PROFILES = 100;

/** The most characters of a profile as JSON. */
export const MAX_PROFILE_TEXT = 20_000;

/** The most characters of a value from a file that a message quotes. */
export const MAX_QUOTED_CHARACTERS = 40;

/** The longest note or reason of an operator, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** How far back, beyond the grace, proposals and policies still take events into account. */
export const RECENT_MS = 3 * 24 * 60 * 60 * 1000;

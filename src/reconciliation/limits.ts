/** The lines of one step of the matching: a create waits no longer than until these are stored. */
export const LINES_AT_ONCE = 100;

/** The newest lines with proposals that are offered as a list. */
export const MAX_COMPARED_PROPOSALS = 1000;

/** The most days of a range. */
export const MAX_DAYS = 366;

/**
 * The most characters in the texts of the new lines of a preview. Few files have so many, and all read texts are kept.
 */
export const MAX_DECIDED_CHARACTERS = 4_000_000;

/** The most new lines of a file that a preview holds in memory and decides about. */
export const MAX_DECIDED_LINES = 20_000;

/** The most files that are taken at once. The others follow when these are gone. */
export const MAX_INBOX_FILES = 1000;

/** The most bytes of a name. A file system allows 255, and an id and `.problems.txt` are added. */
export const MAX_NAME_BYTES = 200;

/** The most characters of the name of a file. */
export const MAX_NAME_CHARACTERS = 200;

/** The most files or statements of one page. */
export const MAX_PAGE_FILES = 100;

/** The most lines of one page. */
export const MAX_PAGE_LINES = 200;

/** The most previews and tries of profiles that a process runs at once. */
export const MAX_PREVIEWS = 3;

/** The most unambiguous proposals that are read as a list and confirmed at once. */
export const MAX_PROPOSALS = 100;

/** The most profiles that admins can add. */
export const MAX_PROFILES = 100;

/** The most characters of a profile as JSON. */
export const MAX_PROFILE_TEXT = 20_000;

/** The most characters of a value of a file that a message quotes. */
export const MAX_QUOTED_CHARACTERS = 40;

/** The longest note or reason of an operator, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** Beyond the grace, how long ago something can have happened that proposals and policies still look at. */
export const RECENT_MS = 3 * 24 * 60 * 60 * 1000;

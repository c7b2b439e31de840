/** The longest `Accept…` header that is read: no real client sends a longer one. */
export const MAX_ACCEPT_CHARACTERS = 1024;

/** The time for which a response may send no byte before its connection is closed. */
export const MAX_ANSWER_MS = 300_000;

/** The largest body of a request that sends no file. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The message for a larger body. */
export const BODY_TOO_LARGE = `The body must have at most ${MAX_BODY_BYTES} bytes. Only the calls that take a file take more: POST /v1/statements.`;

/** The most fields of a form, or of an object of JSON. */
export const MAX_FIELDS = 200;

/** The most files of unanswered requests in a process. Each is held in memory until the response. */
export const MAX_FILES = 3;

/** The most files of one key, so that one is left for other keys. */
export const MAX_FILES_OF_KEY = 2;

/** The largest file that a request can carry. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The most parameters of a query. */
export const MAX_PARAMETERS = 200;

/** The most parts of a body that may each be smaller than a packet. */
export const MAX_SMALL_PARTS = 1024;

/** The longest path with its query. Proxies have the same limit by default. */
export const MAX_TARGET_BYTES = 8 * 1024;

/** The most files whose sign can be checked only at their end. Anyone who knows an appKey can send one. */
export const MAX_UNVERIFIED = 2;

/** The most of these files from one address. */
export const MAX_UNVERIFIED_OF_ADDRESS = 1;

/** The time that an answer may take, during which nothing goes over the connection. */
export const MAX_ANSWER_MS = 300_000;

/** The largest body of a request that sends no file. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Of a form. */
export const MAX_FIELDS = 200;

/** Files of requests that have no answer yet, in a process: each is held in memory until then. */
export const MAX_FILES = 3;

/** One key leaves a place to the others. */
export const MAX_FILES_OF_KEY = 2;

/** The largest file that a request can carry. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Of a query. */
export const MAX_PARAMETERS = 200;

/** Parts of a body that are each smaller than a packet. */
export const MAX_SMALL_PARTS = 1024;

/** The longest path with its query. Proxies have the same limit by default. */
export const MAX_TARGET_BYTES = 8 * 1024;

/** Files whose sign can be checked only at their end, so that anybody who knows a key can send one. */
export const MAX_UNPROVEN = 2;

/** Of those, from one address. */
export const MAX_UNPROVEN_OF_ADDRESS = 1;

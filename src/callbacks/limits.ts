/** How long a claim of callbacks lasts, far longer than an attempt can take. */
export const LEASE_MS = 60_000;

/** The time limit of one attempt. */
export const MAX_ATTEMPT_MS = 10_000;

/** The most claimed callbacks of all clients that wait in memory. */
export const MAX_BACKLOG = 2048;

/** The most attempts at once beyond the first one of each client. */
export const MAX_FURTHER_IN_FLIGHT = 256;

/** The most bytes of the headers of a response. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** The most attempts at once. An attempt that waits for a response costs little more than a connection. */
export const MAX_IN_FLIGHT = 2048;

/** The most connections that stay open after a response, for the next callback. */
export const MAX_KEPT_CONNECTIONS = 256;

/** The most traces of callbacks that are not sent yet. */
export const MAX_KEPT_TRACES = 10_000;

/** The time limit for looking up the name of a receiver. */
export const MAX_LOOKUP_MS = 2000;

/** The most items of one page. */
export const MAX_PAGE_ITEMS = 100;

/** The most bytes that are read of the body of a response. Only its beginning is stored. */
export const MAX_READ_BYTES = 64 * 1024;

/** The most callbacks that one commit makes due. */
export const MAX_RETRIED_AT_ONCE = 1000;

/** The most connections to receivers that do not answer, one for each. The rest is for receivers that answer. */
export const MAX_UNANSWERED = 1536;

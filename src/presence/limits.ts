/** How long a window is kept after its last report. Windows report every ten seconds. */
export const PRESENCE_TTL_SECONDS = 25;

/** The most windows of one key. */
export const MAX_WINDOWS_OF_KEY = 8;

/** The most windows of all keys. */
export const MAX_WINDOWS = 1_000;

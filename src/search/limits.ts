/** The most results of each kind. */
export const MAX_FOUND = 20;

/** The most lines that a search reads to find out who paid them. */
export const MAX_SEARCHED_LINES = 50;

/** The event that opens the search over everything. */
export const OPEN_PALETTE = 'console:find';

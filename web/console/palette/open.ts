/** The event that opens the search over everything. */
export const OPEN_PALETTE = 'console:find';

/** The longest query, in characters. */
export const MAX_LENGTH = 200;

/** What somebody typed before the code of the search was loaded. */
export interface Draft {
  typed: string;
  isEntered: boolean;
}

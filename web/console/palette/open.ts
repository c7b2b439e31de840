/** The event that opens the search over everything. */
export const OPEN_PALETTE = 'console:find';

/** The most characters that are looked for. */
export const MAX_LENGTH = 200;

/** What somebody typed before the code of the search was there. */
export interface Draft {
  typed: string;
  isEntered: boolean;
}

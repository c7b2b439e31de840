/** The parts of the pane whose code is loaded with its first transaction. */
export { Attempts } from './attempts.tsx';
export { Blacklisted } from './blacklisted.tsx';
export { ClaimHistory } from './claim-history.tsx';
export { DetailFields } from './fields.tsx';
export { Notes } from './notes.tsx';
export { PaidBy } from './paid-by.tsx';
export { ToBlacklist } from './to-blacklist.tsx';

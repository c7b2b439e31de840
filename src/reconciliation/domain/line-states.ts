import { LINE_STATES } from './matching/decision.ts';

/** The states of a line at the desk: those of matching, and those that operators give it. */
export const STORED_LINE_STATES = [
  ...LINE_STATES,
  /** It has no decision yet. */
  'new',
  /** An operator undid its match: it is open again, and never settles automatically. */
  'undone',
  /** An operator put it away with a note: it needs no decision. */
  'put-away',
  /** It was pending, and another line has booked it. */
  'replaced',
  /** A refund is going to give its money back. */
  'giving-back',
  /** A booked debit has given its money back. */
  'given-back',
] as const;
export type StoredLineState = (typeof STORED_LINE_STATES)[number];

/** The open states in which no person decides: the service will decide, or the bank has not booked the line. */
export const UNREADY_STATES = ['new', 'pending'] as const satisfies readonly StoredLineState[];
/** The states in which a line needs no further decision. */
export const CLOSED_STATES: readonly StoredLineState[] = [
  'matched',
  'fee',
  'other-debit',
  'put-away',
  'replaced',
  'giving-back',
  'given-back',
];

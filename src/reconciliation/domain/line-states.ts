/** The open states in which no person decides: the service will, or the bank has not booked the line. */
export const UNREADY_STATES = ['new', 'pending'] as const;
/** The states of a line of a bank statement that need no decision any more. */
export const CLOSED_STATES = [
  'matched',
  'fee',
  'other-debit',
  'put-away',
  'replaced',
  'giving-back',
  'given-back',
] as const;

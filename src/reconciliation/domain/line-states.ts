/** The states of a line of a bank statement in which nobody has to decide any more. */
export const CLOSED_STATES = ['matched', 'fee', 'other-debit', 'put-away', 'replaced'] as const;

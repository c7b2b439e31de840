export const transactions = {
  actions: {
    settle: {
      label: 'Settle',
      done: 'Settled',
      about: 'The money arrived, or was sent. The client is notified that it was successful.',
    },
    reject: {
      label: 'Reject',
      done: 'Rejected',
      about: 'The money did not arrive, or cannot be sent. The client is notified that it was unsuccessful.',
    },
    cancel: {
      label: 'Withdraw for the client',
      done: 'Withdrawn for the client',
      about:
        'The client no longer wants it and asked you to take it back. The client is notified that it was unsuccessful.',
    },
    reverse: {
      label: 'Reverse',
      done: 'Reversed',
      about: 'The money went back. The client is notified that it was unsuccessful after all.',
    },
    correct: {
      label: 'Correct',
      done: 'Corrected',
      about:
        'The money came late, or it was rejected by mistake. The client is notified that it was successful.',
    },
  },
  titleOf: (label: string, type: string, amount: string) => `${label}: ${type.toLowerCase()} of ${amount}`,
  finalAmount: 'Final amount',
  finalAmountIn: (currency: string) => `Final amount (${currency})`,
  amountProblem: 'Enter an amount with at most two decimals, such as 1,250.50 or 1250.5.',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  reasonProblem: 'Write a reason. It is kept in the history.',
  reasonSent: 'Sent to the client.',
  reasonKept: 'Kept in the history and sent to the client.',
  withAmount: (label: string, amount: string) => `${label} with ${amount}`,
  done: (done: string, amount: string, party: string) => `${done}: ${amount} · ${party}`,
  unusual: {
    less: (paid: string, difference: string, asked: string, percent: string) =>
      `${paid} is ${difference} less than the ${asked} that were requested (${percent}).`,
    more: (paid: string, difference: string, asked: string, percent: string) =>
      `${paid} is ${difference} more than the ${asked} that were requested (${percent}).`,
    same: (paid: string) => `${paid} is the amount that was requested.`,
    beyondLimits: "It is beyond the bank's limits for one transaction.",
    compare: 'Compare it with what the bank shows. If it is right, confirm it; else correct the amount.',
  },
  outdated: {
    own: 'This was decided with your key already.',
    faster: 'Someone else was faster.',
    isNow: 'It is now',
    withAmount: (amount: string) => `with ${amount}`,
    since: 'since',
    by: (actor: string) => `by ${actor}`,
  },
  reasons: {
    cancelled_by_client: 'cancelled by the client',
    cancelled_by_payer: 'cancelled by the payer',
    expired: 'expired',
    rejected_by_operator: 'rejected by an operator',
    reversed: 'reversed',
  },
  changes: {
    settle: 'settled',
    reject: 'rejected',
    cancel: 'cancelled',
    expire: 'expired',
    reverse: 'reversed',
    correct: 'corrected',
    undo: 'undone',
  },
  actors: { payer: 'the payer', client: 'client', operator: 'operator', service: 'the service' },
  changedBy: (change: string, actor: string) => `${change} by ${actor}`,
  problems: {
    error_transaction_not_found: 'There is no transaction with this id. The link may be incomplete.',
    error_stale_sequence: 'It was changed meanwhile. Look at it again before you decide.',
    error_transition_not_allowed: 'It was decided meanwhile. Look at it again.',
    error_rate_limited: 'Too many requests with this key. Wait a moment, then try again.',
    error_unavailable: 'The service is busy or restarting. Wait a moment, then try again.',
    not_authorized: 'Your key may not do this.',
  },
};

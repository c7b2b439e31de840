export const templates = {
  seenBy: 'Seen by',
  readers: { payer: 'payer and merchant', merchant: 'merchant', nobody: 'nobody outside' },
  readersLong: {
    payer: 'Payer and merchant (also on the payment page)',
    merchant: 'Merchant (callbacks and lists)',
    nobody: 'Nobody outside (only in the history)',
  },
  /** The one decision with reasons that is not a transition. */
  putAway: 'Put a line away',
  pick: 'Reason',
  pickOptional: 'Reason (optional)',
  pickHint: 'Press its number, or Alt and the number while you type.',
  ownWords: 'Own words',
  removedMeanwhile: 'The reason that you picked has been removed. Pick another one.',
  ownWordsLabel: 'Reason in own words',
};

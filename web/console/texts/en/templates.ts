export const templates = {
  seenBy: 'Seen by',
  readers: { payer: 'payer and merchant', merchant: 'merchant', nobody: 'nobody outside' },
  readersLong: {
    payer: 'Payer and merchant (also on the payment page)',
    merchant: 'Merchant (callbacks and lists)',
    nobody: 'Nobody outside (only in the history)',
  },
  /** What a template is for that is no transition. */
  putAway: 'Put a line away',
  pick: 'Reason',
  pickOptional: 'Reason (optional)',
  pickHint: 'Press its number, or Alt and the number while you type.',
  ownWords: 'Own words',
  removedMeanwhile: 'The reason that you picked was removed meanwhile. Pick another one.',
  ownWordsLabel: 'Reason in own words',
};

export const templates = {
  seenBy: 'Seen by',
  readers: { payer: 'payer and merchant', merchant: 'merchant', nobody: 'nobody outside' },
  readersLong: {
    payer: 'Payer and merchant (also on the payment page)',
    merchant: 'Merchant (callbacks and lists)',
    nobody: 'Nobody outside (history and audit log)',
  },
  pick: 'Reason',
  pickOptional: 'Reason (optional)',
  pickHint: 'Press its number, or Alt and the number while you type.',
  ownWords: 'Own words',
  ownWordsLabel: 'Reason in own words',
};

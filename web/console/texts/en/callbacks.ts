export const texts = {
  what: 'the callbacks',
  about:
    'A callback notifies a merchant that a transaction changed. One that is not acknowledged is retried for three days, then given up.',
  empty: 'Every callback was delivered',
  emptyHint: 'Callbacks that wait or were given up appear here, by merchant.',
  byClient: 'Callbacks by merchant',
  client: 'Merchant',
  failed: 'Given up',
  waiting: 'Waiting',
  lastError: 'Last error',
  lastFailedAt: 'Last failure',
  redeliver: 'Redeliver',
  sendNow: 'Send now',
  sendAllNow: (counts: string) => `Send now: ${counts}`,
  sendAllOf: (counts: string) => `Send this merchant’s callbacks now: ${counts}`,
  sent: (counts: string) => `Sending: ${counts}.`,
  noneSent: 'Nothing to send: the others are being sent, or will be sent by themselves.',
  counts: {
    failed: (count: string) => `${count} given up`,
    waiting: (count: string) => `${count} waiting`,
  },
  sentCounts: {
    failed: (count: string) => `${count} that ${count === '1' ? 'was' : 'were'} given up`,
    waiting: (count: string) => `${count} that waited`,
  },
  failedOf: (client: string) => `Given up: ${client}`,
  noneFailed: 'No callback of this merchant was given up.',
  stillWaiting: (count: string) =>
    count === '1' ? '1 waits for its next attempt.' : `${count} wait for their next attempts.`,
  transaction: 'Transaction',
  change: 'Change',
  happenedAt: 'Happened',
  more: (count: string) => `Show more (${count} shown)`,
  attempts: 'Callback attempts',
  refresh: 'Refresh',
  noAttempts: 'Nothing has been sent yet.',
  olderAttempts: 'Older attempts',
  noResponse: 'no response',
  milliseconds: (count: number) => `${count} ms`,
};

/** The texts of the screen of callbacks. The English ones are the model for the other languages. */
export type CallbackTexts = typeof texts;

export const texts = {
  what: 'the callbacks',
  about:
    'A callback tells a merchant that a transaction changed. One that is not acknowledged is tried again for three days, then given up.',
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
  sendAllOf: (counts: string) => `Send all of this merchant now: ${counts}`,
  sent: (counts: string) => `Being sent: ${counts}.`,
  counts: {
    failed: (count: string) => `${count} given up`,
    waiting: (count: string) => `${count} waiting`,
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
  noAttempts: 'Nothing was sent yet.',
  olderAttempts: 'Older attempts',
  noResponse: 'no response',
  milliseconds: (count: number) => `${count} ms`,
};

/** The texts of the screen of callbacks. The English ones say which there are. */
export type CallbackTexts = typeof texts;

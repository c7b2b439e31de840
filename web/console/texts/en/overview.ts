export const texts = {
  what: 'the overview',
  groupBy: 'Group by',
  groups: { day: 'By day', bank: 'By bank', client: 'By merchant' },
  groupTitles: { day: 'Day', bank: 'Bank', client: 'Merchant' },
  span: 'Period',
  days: (count: number) => `${count} days`,
  refresh: 'Refresh',
  nothing: (days: number) => `Nothing was created in the last ${days} days`,
  /** The time with which the percentages compare. */
  compared: (days: number) =>
    days === 7
      ? 'Percentages are compared with the week before.'
      : `Percentages are compared with the ${days} days before.`,
  /** The meaning of the lines in the charts. */
  lines: (days: number) =>
    days === 7
      ? 'The lines in the charts are the values a week before.'
      : `The lines in the charts are the values of the ${days} days before.`,
  newNow: 'none before',
  same: 'unchanged',
  totals: {
    deposits: 'Deposits paid',
    withdrawals: 'Withdrawals paid',
    created: 'Created',
    rate: 'Success rate',
    pending: 'Waiting',
    time: 'Time to settle',
  },
  metrics: {
    deposits: ['Deposits', 'what was paid in successful deposits'],
    withdrawals: ['Withdrawals', 'what was paid in successful withdrawals'],
    outcomes: ['Outcomes', 'how the transactions of this period ended'],
    rate: ['Success rate', 'the share of ended transactions that were successful'],
    time: ['Time to settle', 'how long successful transactions waited, on average'],
  },
  outcomes: {
    successful: 'successful',
    pending: 'waiting',
    expired: 'expired',
    cancelled: 'cancelled',
    rejected: 'rejected',
    reversed: 'reversed',
  },
  asTable: (title: string) => `${title} as a table`,
  noValue: 'no value yet',
  empty: 'Nothing in this period yet',
  earlier: (value: string) => `before: ${value}`,
  unknown: (key: string) => `unknown (${key})`,
  keys: 'Arrow keys move from bar to bar.',
};

/** The texts of the overview. The English ones are the model for the other languages. */
export type OverviewTexts = typeof texts;

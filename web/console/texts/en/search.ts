export const texts = {
  what: 'transactions',
  table: 'Transactions, newest first',
  views: 'Views',
  viewNames: {
    all: 'All',
    pending: 'Waiting',
    successful: 'Successful',
    unsuccessful: 'Unsuccessful',
    late: 'Late',
  },
  lateHint:
    'Expired although the payer says the money was sent, or paid after expiry. Look for this money in the bank account.',
  apply: 'Search',
  fields: {
    from: 'Created from',
    to: 'Created until',
    minAmount: 'Amount from',
    maxAmount: 'Amount to',
    userId: 'User id',
    processId: 'Process id',
    movedFrom: 'Money moved from',
    movedTo: 'Money moved until',
    movedAccountId: 'On the account',
  },
  anyAccount: 'any account',
  columns: { outcome: 'Outcome', created: 'Created' },
  late: 'late',
  of: (asked: string) => `of ${asked}`,
  found: 'found',
  shown: 'shown, there are more',
  sums: {
    button: 'Sums',
    all: (count: string) => `${count} in all`,
    newest: (count: string) => `only the newest ${count}`,
    successful: {
      deposit: (count: string, sum: string) => `deposits settled: ${count}, ${sum}`,
      withdrawal: (count: string, sum: string) => `withdrawals paid: ${count}, ${sum}`,
    },
    pending: {
      deposit: (count: string, sum: string) => `deposits waiting: ${count}, ${sum}`,
      withdrawal: (count: string, sum: string) => `withdrawals waiting: ${count}, ${sum}`,
    },
  },
  nothing: 'Nothing found',
  searchLines: 'Search the bank lines',
  wrongFilter: 'This cannot be searched for',
  wrongFilterHint: 'Correct the field that is marked above.',
};

/** The texts of the search. The English ones are the model for the other languages. */
export type SearchTexts = typeof texts;

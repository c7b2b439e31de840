export const texts = {
  label: 'Transactions, bank lines, payers, screens',
  placeholder: 'Name, amount, text, reference, IBAN or id',
  hint: 'Type at least two characters. Arrow keys choose, Enter opens, Escape closes.',
  looking: 'Searching …',
  found: (count: string) => (count === '1' ? '1 result' : `${count} results`),
  nothing: 'Nothing found',
  nothingHint:
    'Try a name, an amount such as 1,250.50, a whole reference, words of the bank’s text, or the end of an IBAN.',
  groups: {
    screens: 'Screens',
    transactions: 'Transactions',
    lines: 'Bank lines',
    payers: 'Payers',
  },
  allTransactions: 'All transactions found',
  allLines: 'All bank lines found',
  payerLines: (count: string) => (count === '1' ? 'payer of 1 line' : `payer of ${count} lines`),
  waitsSince: (when: string) => `waiting since ${when}`,
  saysSent: (when: string) => `reported as sent ${when}`,
  ended: (what: string, when: string) => `${what} ${when}`,
  came: (day: string, what: string) => `came ${day}, ${what}`,
  went: (day: string, what: string) => `went out ${day}, ${what}`,
  waits: (why: string) => `waits: ${why}`,
  notBooked: 'not booked by the bank yet',
  byRule: 'settled by the reconciliation',
  paidOutByRule: 'matched by the reconciliation',
  byPerson: (name: string) => `confirmed by ${name}`,
  putAway: (name: string, note: string) => `put away by ${name}: ${note}`,
  somebody: 'an operator',
  lineOf: (file: string) => `line of ${file}`,
};

/** The texts of the search for everything. The English ones are the model for the other languages. */
export type PaletteTexts = typeof texts;

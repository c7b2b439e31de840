export const searchField = {
  label: 'Find',
  placeholder: 'Amount, name, reference, IBAN or id',
  filters: 'Filters',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  sent: 'Payer says sent',
  kinds: { expired: 'Expired', cancelled: 'Cancelled', rejected: 'Rejected', reversed: 'Reversed' },
  bank: 'Bank',
  account: 'Account',
  client: 'Client',
  clear: 'Clear all',
  amountProblem: 'Enter an amount, such as 1,250.50 or 1250.5.',
};

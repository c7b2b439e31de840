export const blacklist = {
  what: 'the blacklist',
  title: 'Blacklist',
  newEntry: 'New entry',
  empty: 'Nobody is on the blacklist',
  kind: 'Kind',
  kinds: { userId: 'User', iban: 'IBAN', convertedName: 'Name' },
  value: 'Value',
  for: 'For',
  everyMerchant: 'every merchant',
  reason: 'Reason',
  since: 'Since',
  remove: 'Remove',
  dialogTitle: 'New blacklist entry',
  merchant: 'Merchant',
  add: 'Add',
  removed: (value: string) => `${value} is off the blacklist.`,
  added: (value: string) => `${value} is on the blacklist.`,
  waiting: (count: string) =>
    count === '1'
      ? 'It matches 1 waiting transaction, which cannot be settled or paid until an operator clears it.'
      : `It matches ${count} waiting transactions, which cannot be settled or paid until an operator clears them.`,
  wasThere: (value: string) => `${value} was already on the blacklist.`,
};

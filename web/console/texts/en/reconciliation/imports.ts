import { counted } from './counted.ts';

export const imports = {
  title: 'Import a statement',
  choose: 'Choose a file, or drop it here',
  formats: 'camt.053, camt.054, camt.052, MT940, MT942, CSV or Excel (.xlsx)',
  account: 'Account',
  accountOfFile: 'as the file names it',
  paste: 'Paste lines',
  pasteLabel: 'Lines from a bank page or a spreadsheet',
  pasteHint: 'With their header line if there is one. Choose the account: copied lines rarely name it.',
  read: 'Show what would happen',
  profile: 'Columns',
  profileOfColumns: 'as the file has them',
  anyBank: 'Any bank',
  reading: (name: string) => `Reading ${name} …`,
  pasteEmpty: 'Paste at least one line.',
  pastedName: (when: string) => `Pasted ${when}`,
  importing: (name: string) => `Importing ${name} …`,
  done: (name: string) => `Imported: ${name}`,
  lines: (count: string) => counted(count, 'line'),
  added: (count: string) => `${count} new`,
  known: (count: string) => `${count} known from earlier files`,
  settled: (count: string) => `${count} settled`,
  toDecide: (count: string) => `${count} to decide`,
  atRest: (count: string) => `${count} with nothing to do`,
  working: (count: string) => `${counted(count, 'line is', 'lines are')} being matched …`,
  repeat: (accounts: string) =>
    `The same file again: it was imported before for ${accounts}, and nothing has changed.`,
  answer: {
    batch: (number: number) => `Batch ${number}`,
    accepted: (count: string) => `${count} accepted by the bank`,
    held: (count: string) => `${count} held by the bank`,
    refused: (count: string) => `${count} refused by the bank`,
    repeat: 'The same answer again: nothing has changed.',
    unmatched: {
      unknown_payment: 'the file of the batch has no such payment',
      unknown_payout: 'the batch has no such payout',
      other_amount: 'the bank names another amount than was ordered',
      unknown_status: 'nobody knows this status',
      duplicate: 'the bank refuses a second copy: the first may be under way',
    },
  },
  held: (count: number) =>
    count === 1
      ? '1 statement is held: its balances do not add up.'
      : `${count} statements are held: their balances do not add up.`,
  toHeld: 'Look at it',
  refused: (name: string) => `Not imported: ${name}`,
  refusedHint: 'Nothing of it was kept. Correct what is said here, then import it again.',
  again: 'Try again',
  dismiss: 'Close',
  /** What can be wrong with a file, by its reason; the service says the others, in English. */
  fileProblems: {} as Readonly<Record<string, string>>,
  places: {
    sheet: 'sheet',
    entry: 'entry',
    line: 'line',
    row: 'row',
    transaction: 'transaction',
    statement: 'statement',
    balance: 'balance',
  },
};

import { counted } from './counted.ts';

export const preview = {
  title: (name: string) => `What an import of ${name} would do`,
  hint: 'Nothing is stored yet. Enter imports, Escape closes.',
  /** Where the account is doubted, no key imports. */
  doubtedHint: 'Nothing is stored yet. Escape closes.',
  refused: (name: string) => `${name} cannot be imported`,
  refusedHint: 'Correct the problem, or choose the account or the columns above.',
  commit: (count: string) => `Import ${counted(count, 'new line')}`,
  leave: 'Do not import',
  skipUnknown: 'Leave out the statements of accounts that are not in the bank list',
  knownLine: 'known',
  repeat: 'The same file was imported before. An import would change nothing.',
  balances: (opening: string, closing: string) => `Opening balance ${opening}, closing balance ${closing}.`,
  held: 'It would be held:',
  warnings: {
    title: (account: string) => `Are these lines of ${account}?`,
    'other-deposits': (count: string, account: string) =>
      `${counted(count, 'line names a deposit', 'lines name deposits')} to ${account}.`,
    'other-iban': (count: string, account: string) =>
      `${counted(count, 'line has', 'lines have')} the IBAN of ${account} in the text.`,
    'own-iban': (count: string) =>
      `${counted(count, 'line comes', 'lines come')} from this account itself, or ${count === '1' ? 'goes' : 'go'} to it.`,
    'other-balance': (opening: string, account: string) =>
      `The opening balance ${opening} is the last one of ${account}, and not of this account.`,
    'balance-gap': (opening: string, closing: string, day: string) =>
      `The opening balance is ${opening}, but this account ended ${day} with ${closing}. A statement in between may be missing.`,
    sure: (account: string) => `Yes, they are of ${account}`,
  },
  tooMany: 'There are too many new lines to show what would happen to each.',
  outcomes: 'What would happen to the new lines',
  table: (name: string) => `Lines of ${name}`,
  why: 'What would happen',
  settles: 'settles a deposit',
  candidates: (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`),
  more: (count: string) => `and ${counted(count, 'more line')}`,
};

import { counted } from './counted.ts';

export const preview = {
  title: (name: string) => `What an import of ${name} would do`,
  hint: 'Nothing is kept yet. Enter imports, Escape leaves.',
  refused: (name: string) => `${name} cannot be imported`,
  refusedHint: 'Correct what is said here, or choose the account or the columns above.',
  commit: (count: string) => `Import ${counted(count, 'new line')}`,
  leave: 'Leave it',
  lines: (count: string) => counted(count, 'line'),
  added: (count: string) => `${count} new`,
  known: (count: string) => `${count} known from earlier files`,
  knownLine: 'known',
  repeat: 'The same file was imported before. An import would change nothing.',
  balances: (opening: string, closing: string) => `Opening balance ${opening}, closing balance ${closing}.`,
  held: 'It would be held:',
  tooMany: 'There are too many new lines to say here what would become of each.',
  outcomes: 'What would become of the new lines',
  table: (name: string) => `Lines of ${name}`,
  why: 'What would happen',
  settles: 'settles a deposit',
  candidates: (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`),
  more: (count: string) => `and ${counted(count, 'more line')}`,
};

import type { BlacklistEntryView } from '../../admin/blacklist.ts';
import * as operations from '../operation-list.ts';
import { type ShownColumns, tableOf } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';

const shows: ShownColumns<BlacklistEntryView> = [
  'entryId kind value',
  ['CLIENT', ({ appKey }) => appKey ?? 'all'],
  'reason createdAt',
];
const formatEntry = tableOf(operations.addToBlacklist.output.shape.entry, shows);

function waitingText(count: number): string {
  return count === 1
    ? 'It hits 1 pending transaction, which is not settled or paid until an operator clears it.'
    : `It hits ${count} pending transactions, which are not settled or paid until an operator clears them.`;
}

/** Commands for the blacklist. */
export const blacklistCommands: CommandGroup = {
  name: 'blacklist',
  summary: 'Manages the users, IBANs and names whose transactions are refused.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the blacklist, a page at a time.',
      operation: operations.listBlacklist,
      parameters: ['--after <entryId> --limit <number>'],
      example: 'blacklist list',
      shows,
    }),
    operationCommand({
      name: 'add',
      summary: 'Refuses new transactions of a user, an IBAN or a name.',
      operation: operations.addToBlacklist,
      parameters: ['--kind <kind> --value <value> --client <appKey> --reason <text>'],
      example: "blacklist add --kind convertedName --value 'Test User' --reason 'chargebacks'",
      format: ({ entry, added, pendingCount }) =>
        formatEntry(entry) +
        (added ? '' : '\nThe entry was on the list already and is unchanged.\n') +
        (pendingCount === 0 ? '' : `\n${waitingText(pendingCount)}\n`),
    }),
    operationCommand({
      name: 'remove',
      summary: 'Removes an entry from the blacklist.',
      operation: operations.removeFromBlacklist,
      parameters: ['<entryId>'],
      example: 'blacklist remove 691e5b10a1b2c3d4e5f60719',
      format: ({ entryId }) => `Removed ${entryId}.\n`,
    }),
  ],
};

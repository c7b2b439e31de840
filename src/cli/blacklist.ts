import { BLACKLIST_KINDS } from '../domain/creation.ts';
import {
  addToBlacklist,
  type BlacklistEntryView,
  listBlacklist,
  removeFromBlacklist,
} from '../operations/admin/blacklist.ts';
import { argument, defineCommand, option } from './command.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';

const columns: readonly Column<BlacklistEntryView>[] = [
  ['ENTRY ID', (entry) => entry.entryId],
  ['KIND', (entry) => entry.kind],
  ['VALUE', (entry) => entry.value],
  ['CLIENT', (entry) => entry.appKey ?? 'all'],
  ['REASON', (entry) => orDash(entry.reason)],
  ['CREATED', (entry) => formatShortTimestamp(entry.createdAt)],
];

/** Everything about the blacklist. */
export const blacklistCommands = [
  defineCommand({
    name: 'blacklist list',
    summary: 'Lists the blacklist.',
    operation: listBlacklist,
    parameters: [],
    example: 'blacklist list',
    show: (entries) => renderTable(columns, entries),
  }),
  defineCommand({
    name: 'blacklist add',
    summary: 'Refuses a user, an IBAN or a name from now on.',
    operation: addToBlacklist,
    parameters: [
      option('kind', {
        placeholder: '<kind>',
        required: true,
        help: `One of ${BLACKLIST_KINDS.join(', ')}.`,
      }),
      option('value', {
        placeholder: '<value>',
        required: true,
        help: 'The userId, the IBAN, or the name as people write it.',
      }),
      option('client', {
        field: 'appKey',
        placeholder: '<appKey>',
        help: 'The client to refuse it to; all if it is not given.',
      }),
      option('reason', { placeholder: '<text>', help: 'Why, for those who read the list.' }),
    ],
    example: "blacklist add --kind convertedName --value 'Test User' --reason 'chargebacks'",
    show: ({ entry, added }) =>
      renderTable(columns, [entry]) + (added ? '' : '\nIt stood on the list already and is left as it is.\n'),
  }),
  defineCommand({
    name: 'blacklist remove',
    summary: 'Takes an entry off the blacklist.',
    operation: removeFromBlacklist,
    parameters: [argument('entryId', { help: 'The entry.' })],
    example: 'blacklist remove 691e5b10a1b2c3d4e5f60719',
    show: ({ entryId }) => `Removed ${entryId}.\n`,
  }),
];

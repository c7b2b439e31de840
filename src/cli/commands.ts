import { accountCommands } from './accounts.ts';
import { bankCommands } from './banks.ts';
import { blacklistCommands } from './blacklist.ts';
import { clientCommands } from './clients.ts';
import type { Command } from './command.ts';

/** Every command, in the order that help lists them. */
export const commands: readonly Command[] = [
  ...clientCommands,
  ...bankCommands,
  ...accountCommands,
  ...blacklistCommands,
  {
    name: 'migrate',
    summary: 'Makes the database if there is none, and brings its schema up to date.',
    operation: undefined,
    parameters: [],
    example: 'migrate',
    show: ({ migrated }) =>
      migrated.length === 0 ? 'The database is up to date.\n' : `Ran ${migrated.join(', ')}.\n`,
  },
];

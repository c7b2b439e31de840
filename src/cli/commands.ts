import { accountCommands } from './accounts.ts';
import { bankCommands } from './banks.ts';
import { blacklistCommands } from './blacklist.ts';
import { callbackCommands } from './callbacks.ts';
import { clientCommands } from './clients.ts';
import { argument, type Command, option } from './command.ts';
import { transactionCommands } from './transactions.ts';
import { readPort } from './values.ts';
import { verifyCommand } from './verify.ts';

/** Every command, in the order that help lists them. */
export const commands: readonly Command[] = [
  ...clientCommands,
  ...bankCommands,
  ...accountCommands,
  ...blacklistCommands,
  ...transactionCommands,
  ...callbackCommands,
  {
    name: 'listen',
    summary: 'Receives the callbacks of a client on this machine, verifies and prints them, until Ctrl-C.',
    operation: undefined,
    task: 'listen',
    parameters: [
      argument('appKey', { help: 'The client. Its callbackUrl is set for as long as this runs.' }),
      option('port', {
        placeholder: '<number>',
        help: 'The port of 127.0.0.1: any free one if it is not given.',
        read: readPort,
      }),
    ],
    example: 'listen demo-merchant --port 4000',
  },
  {
    name: 'migrate',
    summary: 'Makes the database if there is none, and brings its schema up to date.',
    operation: undefined,
    task: 'migrate',
    parameters: [],
    example: 'migrate',
    show: ({ migrated }) =>
      migrated.length === 0 ? 'The database is up to date.\n' : `Ran ${migrated.join(', ')}.\n`,
  },
  verifyCommand,
];

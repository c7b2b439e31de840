import type { AccountView } from '../../banks/accounts.ts';
import * as operations from '../operation-list.ts';
import type { ShownColumns } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { formatActive } from './table.ts';

const shows: ShownColumns<AccountView> = [
  'accountId bankId accountName iban dailyLimit usedToday',
  ['STATE', ({ active }) => formatActive(active)],
  'createdAt',
];

/** Commands for the accounts that deposits are paid into. */
export const accountCommands: CommandGroup = {
  name: 'accounts',
  summary: 'Manages the bank accounts that deposits are paid into.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the accounts by bank, a page at a time.',
      operation: operations.listAccounts,
      parameters: ['--bank <bankId> --after <accountId> --limit <number>'],
      example: 'accounts list --bank ege-bank',
      shows,
    }),
    operationCommand({
      name: 'add',
      summary: 'Adds an account to a bank.',
      operation: operations.addAccount,
      parameters: [
        '--bank <bankId> --name <text> --iban <iban> --daily-limit <amount>',
        {
          syntax: '--inactive',
          field: 'active',
          value: false,
          help: 'Assign no deposits to the account yet.',
        },
      ],
      example:
        "accounts add --bank ege-bank --name 'Ege Collections' --iban 'TR33 0006 1005 1978 6457 8413 26' --daily-limit 250000",
      shows,
    }),
    operationCommand({
      name: 'limit',
      summary: 'Changes the daily limit of an account.',
      operation: operations.updateAccount,
      parameters: ['<accountId> <amount>'],
      example: 'accounts limit 691e5b10a1b2c3d4e5f60718 100000',
      shows,
    }),
    operationCommand({
      name: 'activate',
      summary: 'Assigns deposits to an account again.',
      operation: operations.updateAccount,
      fixed: { active: true },
      parameters: ['<accountId>'],
      example: 'accounts activate 691e5b10a1b2c3d4e5f60718',
      shows,
    }),
    operationCommand({
      name: 'deactivate',
      summary: 'Assigns no new deposits to an account.',
      operation: operations.updateAccount,
      fixed: { active: false },
      parameters: ['<accountId>'],
      example: 'accounts deactivate 691e5b10a1b2c3d4e5f60718',
      shows,
    }),
  ],
};

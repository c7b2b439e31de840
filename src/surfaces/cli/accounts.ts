import { type AccountView, addAccount, listAccounts, updateAccount } from '../../banks/accounts.ts';
import { type CommandGroup, operationCommand } from './command.ts';
import { type Column, formatActive, formatShortTimestamp, renderTable } from './table.ts';
import { orNone } from './values.ts';

const columns: readonly Column<AccountView>[] = [
  ['ACCOUNT ID', (account) => account.accountId],
  ['BANK ID', (account) => account.bankId],
  ['ACCOUNT NAME', (account) => account.accountName],
  ['IBAN', (account) => account.iban],
  ['DAILY LIMIT', (account) => String(account.dailyLimit ?? '-')],
  ['USED TODAY', (account) => String(account.usedToday)],
  ['STATE', (account) => formatActive(account.active)],
  ['CREATED', (account) => formatShortTimestamp(account.createdAt)],
];

const formatAccount = (account: AccountView) => renderTable(columns, [account]);

const accountId = { syntax: '<accountId>', help: 'The account.' };

/** Commands for the accounts that deposits are paid into. */
export const accountCommands: CommandGroup = {
  name: 'accounts',
  summary: 'Manages the bank accounts that deposits are paid into.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the accounts by bank, a page at a time.',
      operation: listAccounts,
      parameters: [
        { syntax: '--bank <bankId>', field: 'bankId', help: 'Only the accounts of this bank.' },
        { syntax: '--after <accountId>', help: 'The last account of the page before.' },
        { syntax: '--limit <number>', help: 'The most accounts, up to 1000 (the default).' },
      ],
      example: 'accounts list --bank ege-bank',
      format: (accounts) => renderTable(columns, accounts),
    }),
    operationCommand({
      name: 'add',
      summary: 'Adds an account to a bank.',
      operation: addAccount,
      parameters: [
        { syntax: '--bank <bankId>', field: 'bankId', help: 'The bank of the account.' },
        {
          syntax: '--name <text>',
          field: 'accountName',
          help: 'The holder of the account, as payers must write it.',
        },
        { syntax: '--iban <iban>', help: 'The IBAN of the account.' },
        {
          syntax: '--daily-limit <amount>',
          help: 'The most that deposits of one day may add up to, or none (default: none).',
          parse: orNone(),
        },
        {
          syntax: '--inactive',
          field: 'active',
          value: false,
          help: 'Assign no deposits to the account yet.',
        },
      ],
      example:
        "accounts add --bank ege-bank --name 'Ege Collections' --iban 'TR33 0006 1005 1978 6457 8413 26' --daily-limit 250000",
      format: formatAccount,
    }),
    operationCommand({
      name: 'limit',
      summary: 'Changes the daily limit of an account.',
      operation: updateAccount,
      parameters: [
        accountId,
        {
          syntax: '<amount>',
          field: 'dailyLimit',
          help: 'The most that deposits of one day may add up to, or none.',
          parse: orNone(),
        },
      ],
      example: 'accounts limit 691e5b10a1b2c3d4e5f60718 100000',
      format: formatAccount,
    }),
    operationCommand({
      name: 'activate',
      summary: 'Assigns deposits to an account again.',
      operation: updateAccount,
      fixed: { active: true },
      parameters: [accountId],
      example: 'accounts activate 691e5b10a1b2c3d4e5f60718',
      format: formatAccount,
    }),
    operationCommand({
      name: 'deactivate',
      summary: 'Assigns no new deposits to an account.',
      operation: updateAccount,
      fixed: { active: false },
      parameters: [accountId],
      example: 'accounts deactivate 691e5b10a1b2c3d4e5f60718',
      format: formatAccount,
    }),
  ],
};

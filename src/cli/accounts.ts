import { type AccountView, addAccount, listAccounts, updateAccount } from '../operations/admin/accounts.ts';
import { argument, defineCommand, flagOption, option } from './command.ts';
import { activity, type Column, formatShortTimestamp, renderTable } from './table.ts';
import { orNone } from './values.ts';

const columns: readonly Column<AccountView>[] = [
  ['ACCOUNT ID', (account) => account.accountId],
  ['BANK ID', (account) => account.bankId],
  ['ACCOUNT NAME', (account) => account.accountName],
  ['IBAN', (account) => account.iban],
  ['DAILY LIMIT', (account) => String(account.dailyLimit ?? '-')],
  ['USED TODAY', (account) => String(account.usedToday)],
  ['STATE', (account) => activity(account.active)],
  ['CREATED', (account) => formatShortTimestamp(account.createdAt)],
];

const showAccount = (account: AccountView) => renderTable(columns, [account]);

const accountId = argument('accountId', { help: 'The account.' });

/** Everything about the accounts that deposits are paid into. */
export const accountCommands = [
  defineCommand({
    name: 'accounts list',
    summary: 'Lists the accounts that deposits are paid into.',
    operation: listAccounts,
    parameters: [
      option('bank', { field: 'bankId', placeholder: '<bankId>', help: 'Only those of this bank.' }),
    ],
    example: 'accounts list --bank ege-bank',
    show: (accounts) => renderTable(columns, accounts),
  }),
  defineCommand({
    name: 'accounts add',
    summary: 'Adds an account to a bank.',
    operation: addAccount,
    parameters: [
      option('bank', {
        field: 'bankId',
        placeholder: '<bankId>',
        required: true,
        help: 'The bank it is with.',
      }),
      option('name', {
        field: 'accountName',
        placeholder: '<text>',
        required: true,
        help: 'Whose account it is, as the payer must write it.',
      }),
      option('iban', { placeholder: '<iban>', required: true, help: 'Its IBAN.' }),
      option('daily-limit', {
        field: 'dailyLimit',
        placeholder: '<amount>',
        help: 'The sum of deposits for one UTC day, or none, which it is if it is not given.',
        read: orNone(),
      }),
      flagOption('inactive', { field: 'active', value: false, help: 'Take no deposits yet.' }),
    ],
    example:
      "accounts add --bank ege-bank --name 'Ege Collections' --iban 'TR33 0006 1005 1978 6457 8413 26' --daily-limit 250000",
    show: showAccount,
  }),
  defineCommand({
    name: 'accounts limit',
    summary: 'Changes the daily limit of an account.',
    operation: updateAccount,
    parameters: [
      accountId,
      argument('amount', {
        field: 'dailyLimit',
        help: 'The sum of deposits for one UTC day, or none.',
        read: orNone(),
      }),
    ],
    example: 'accounts limit 691e5b10a1b2c3d4e5f60718 100000',
    show: showAccount,
  }),
  defineCommand({
    name: 'accounts activate',
    summary: 'Takes deposits into an account again.',
    operation: updateAccount,
    fixed: { active: true },
    parameters: [accountId],
    example: 'accounts activate 691e5b10a1b2c3d4e5f60718',
    show: showAccount,
  }),
  defineCommand({
    name: 'accounts deactivate',
    summary: 'Assigns no new deposits to an account.',
    operation: updateAccount,
    fixed: { active: false },
    parameters: [accountId],
    example: 'accounts deactivate 691e5b10a1b2c3d4e5f60718',
    show: showAccount,
  }),
];

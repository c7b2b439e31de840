import { addBank, type BankView, listBanks, updateBank } from '../operations/admin/banks.ts';
import { argument, defineCommand, flagOption, option } from './command.ts';
import { activity, type Column, formatShortTimestamp, renderTable } from './table.ts';
import { orNone, readLimits } from './values.ts';

const columns: readonly Column<BankView>[] = [
  ['BANK ID', (bank) => bank.bankId],
  ['NAME', (bank) => bank.name],
  ['STATE', (bank) => activity(bank.active)],
  ['DEPOSIT', (bank) => showLimits(bank.deposit)],
  ['WITHDRAWAL', (bank) => showLimits(bank.withdrawal)],
  ['CREATED', (bank) => formatShortTimestamp(bank.createdAt)],
];

function showLimits(limits: BankView['deposit']): string {
  return limits ? `${limits.minAmount}..${limits.maxAmount}` : '-';
}

const showBank = (bank: BankView) => renderTable(columns, [bank]);

const bankId = argument('bankId', { help: 'The bank.' });

const limitOptions = ['deposit', 'withdrawal'].map((type) =>
  option(type, {
    placeholder: '<min..max>',
    help: `The amounts of a ${type} that it takes, or none if it takes none.`,
    read: orNone(readLimits),
  }),
);

/** Everything about banks. */
export const bankCommands = [
  defineCommand({
    name: 'banks list',
    summary: 'Lists the banks.',
    operation: listBanks,
    parameters: [],
    example: 'banks list',
    show: (banks) => renderTable(columns, banks),
  }),
  defineCommand({
    name: 'banks add',
    summary: 'Adds a bank.',
    operation: addBank,
    parameters: [
      option('name', { placeholder: '<text>', required: true, help: 'Its name.' }),
      option('id', {
        field: 'bankId',
        placeholder: '<bankId>',
        help: 'Its bankId; a new one if it is not given.',
      }),
      ...limitOptions,
      flagOption('inactive', { field: 'active', value: false, help: 'Take no transactions yet.' }),
    ],
    example: "banks add --name 'Ege Bank' --id ege-bank --deposit 10..50000 --withdrawal none",
    show: showBank,
  }),
  defineCommand({
    name: 'banks limits',
    summary: 'Changes the amounts that a bank takes.',
    operation: updateBank,
    parameters: [bankId, ...limitOptions],
    example: 'banks limits ege-bank --deposit 20..75000.50 --withdrawal 100..10000',
    show: showBank,
  }),
  defineCommand({
    name: 'banks activate',
    summary: 'Offers a bank again.',
    operation: updateBank,
    fixed: { active: true },
    parameters: [bankId],
    example: 'banks activate ege-bank',
    show: showBank,
  }),
  defineCommand({
    name: 'banks deactivate',
    summary: 'Offers a bank no longer; what is under way goes on.',
    operation: updateBank,
    fixed: { active: false },
    parameters: [bankId],
    example: 'banks deactivate ege-bank',
    show: showBank,
  }),
];

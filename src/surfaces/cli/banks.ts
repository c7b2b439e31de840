import { addBank, type BankView, listBanks, updateBank } from '../../banks/banks.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { type Column, formatActive, formatShortTimestamp, renderTable } from './table.ts';

const columns: readonly Column<BankView>[] = [
  ['BANK ID', (bank) => bank.bankId],
  ['NAME', (bank) => bank.name],
  ['STATE', (bank) => formatActive(bank.active)],
  ['DEPOSIT', (bank) => formatLimits(bank.deposit)],
  ['WITHDRAWAL', (bank) => formatLimits(bank.withdrawal)],
  ['CREATED', (bank) => formatShortTimestamp(bank.createdAt)],
];

function formatLimits(limits: BankView['deposit']): string {
  return limits ? `${limits.minAmount}..${limits.maxAmount}` : '-';
}

const formatBank = (bank: BankView) => renderTable(columns, [bank]);

const LIMITS = '--deposit <min..max> --withdrawal <min..max>';

/** Commands for banks. */
export const bankCommands: CommandGroup = {
  name: 'banks',
  summary: 'Manages the banks and the amounts that they take.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the banks.',
      operation: listBanks,
      example: 'banks list',
      format: (banks) => renderTable(columns, banks),
    }),
    operationCommand({
      name: 'add',
      summary: 'Adds a bank.',
      operation: addBank,
      parameters: [
        '--name <text> --id <bankId>',
        LIMITS,
        { syntax: '--inactive', field: 'active', value: false, help: 'Do not offer the bank yet.' },
      ],
      example: "banks add --name 'Ege Bank' --id ege-bank --deposit 10..50000 --withdrawal none",
      format: formatBank,
    }),
    operationCommand({
      name: 'limits',
      summary: 'Changes the amounts that a bank takes.',
      operation: updateBank,
      parameters: [`<bankId> ${LIMITS}`],
      example: 'banks limits ege-bank --deposit 20..75000.50 --withdrawal 100..10000',
      format: formatBank,
    }),
    operationCommand({
      name: 'activate',
      summary: 'Offers a bank again.',
      operation: updateBank,
      fixed: { active: true },
      parameters: ['<bankId>'],
      example: 'banks activate ege-bank',
      format: formatBank,
    }),
    operationCommand({
      name: 'deactivate',
      summary: 'Stops offering a bank. Its pending transactions continue.',
      operation: updateBank,
      fixed: { active: false },
      parameters: ['<bankId>'],
      example: 'banks deactivate ege-bank',
      format: formatBank,
    }),
  ],
};

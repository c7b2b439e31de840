import type { BankView } from '../../banks/banks.ts';
import * as operations from '../operation-list.ts';
import type { ShownColumns } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { formatActive } from './table.ts';

const shows: ShownColumns<BankView> = [
  'bankId name',
  ['STATE', ({ active }) => formatActive(active)],
  ['DEPOSIT', ({ deposit }) => formatLimits(deposit)],
  ['WITHDRAWAL', ({ withdrawal }) => formatLimits(withdrawal)],
  'createdAt',
];

function formatLimits(limits: BankView['deposit']): string {
  return limits ? `${limits.minAmount}..${limits.maxAmount}` : '-';
}

const LIMITS = '--deposit <min..max> --withdrawal <min..max>';

/** Commands for banks. */
export const bankCommands: CommandGroup = {
  name: 'banks',
  summary: 'Manages the banks and the amounts that they take.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the banks.',
      operation: operations.listBanks,
      example: 'banks list',
      shows,
    }),
    operationCommand({
      name: 'add',
      summary: 'Adds a bank.',
      operation: operations.addBank,
      parameters: [
        '--name <text> --id <bankId>',
        LIMITS,
        { syntax: '--inactive', field: 'active', value: false, help: 'Do not offer the bank yet.' },
      ],
      example: "banks add --name 'Ege Bank' --id ege-bank --deposit 10..50000 --withdrawal none",
      shows,
    }),
    operationCommand({
      name: 'limits',
      summary: 'Changes the amounts that a bank takes.',
      operation: operations.updateBank,
      parameters: [`<bankId> ${LIMITS}`],
      example: 'banks limits ege-bank --deposit 20..75000.50 --withdrawal 100..10000',
      shows,
    }),
    operationCommand({
      name: 'activate',
      summary: 'Offers a bank again.',
      operation: operations.updateBank,
      fixed: { active: true },
      parameters: ['<bankId>'],
      example: 'banks activate ege-bank',
      shows,
    }),
    operationCommand({
      name: 'deactivate',
      summary: 'Stops offering a bank. Its pending transactions continue.',
      operation: operations.updateBank,
      fixed: { active: false },
      parameters: ['<bankId>'],
      example: 'banks deactivate ege-bank',
      shows,
    }),
  ],
};

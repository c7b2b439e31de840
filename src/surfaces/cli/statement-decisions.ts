import { confirmStatementLine, confirmStatementLines } from '../../reconciliation/decide-lines.ts';
import type { CliCommand } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { lineColumns } from './statement-columns.ts';
import { renderTable } from './table.ts';

const confirmed = [
  '--transaction <transactionId> --sequence <number> --accept-difference',
  { syntax: '--reason <text>', help: 'Why, where the transaction had ended. The client can read it.' },
];

/** Commands that decide about lines of statements. */
export const decisionCommands: readonly CliCommand[] = [
  operationCommand({
    name: 'confirm',
    summary: 'Says that the money of a line is that of a transaction, which is settled with it.',
    operation: confirmStatementLine,
    parameters: ['<lineId>', ...confirmed],
    example: 'statements confirm 691e5b10a1b2c3d4e5f60718 --transaction 691e5b10a1b2c3d4e5f60719',
    format: ({ line }) => renderTable(lineColumns, [line]),
  }),
  operationCommand({
    name: 'confirm-together',
    summary: 'Says that the money of 2 to 50 lines is that of one transaction, settled with their sum.',
    operation: confirmStatementLines,
    parameters: ['<lineId...>', ...confirmed],
    example:
      'statements confirm-together 691e5b10a1b2c3d4e5f60718 691e5b10a1b2c3d4e5f60720 --transaction 691e5b10a1b2c3d4e5f60719',
    format: ({ line, together }) => renderTable(lineColumns, [line, ...together]),
  }),
];

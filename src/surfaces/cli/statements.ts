import { printable } from '../../kernel/texts.ts';
import * as operations from '../operation-list.ts';
import { tableOf } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { fileColumns, lineColumns, statementColumns } from './statement-columns.ts';
import { importCommand } from './statement-files.ts';

const formatLines = tableOf(operations.listStatementLines.output.shape.items, lineColumns);
const formatDays = tableOf(operations.listAccountDays.output.shape.days, [
  'day opening credits debits closing difference deposits payouts fees unknown believed drift unexplained',
]);

const PAGE = '--limit <number> --after <id>';

/** The parameters of both ways of confirming, in addition to the lines. */
const confirmed = [
  '--transaction <transactionId> --sequence <number> --accept-difference',
  { syntax: '--reason <text>', help: 'Why, if the transaction had ended. The client can read it.' },
];

/** Commands for the statements of bank accounts. */
export const statementCommands: CommandGroup = {
  name: 'statements',
  summary: 'Imports statements of bank accounts, and shows their lines.',
  commands: [
    importCommand,
    operationCommand({
      name: 'list',
      summary: 'Lists the statements of imported files, newest first.',
      operation: operations.listStatements,
      parameters: [PAGE],
      example: 'statements list --limit 10',
      shows: statementColumns,
    }),
    operationCommand({
      name: 'files',
      summary: 'Lists the files that were imported, newest first.',
      operation: operations.listStatementFiles,
      parameters: [PAGE],
      example: 'statements files --limit 10',
      shows: fileColumns,
    }),
    operationCommand({
      name: 'days',
      summary: 'Lists the days of a bank account: balances, movement, and the drift from the transactions.',
      operation: operations.listAccountDays,
      parameters: ['--account <accountId> --from <day> --to <day>'],
      example: 'statements days --account 691e5b10a1b2c3d4e5f60718 --from 2026-11-01',
      format: ({ days }) => formatDays(days),
    }),
    operationCommand({
      name: 'lines',
      summary: 'Lists lines of statements, newest first.',
      operation: operations.listStatementLines,
      parameters: [
        '--state <state> --account <accountId> --file <fileId> --query <words> --from <day>',
        '--to <day>',
        PAGE,
      ],
      example: 'statements lines --state underpaid',
      shows: lineColumns,
    }),
    operationCommand({
      name: 'confirm',
      summary: 'Confirms that a line pays a transaction, which is then settled.',
      operation: operations.confirmStatementLine,
      parameters: ['<lineId>', ...confirmed],
      example: 'statements confirm 691e5b10a1b2c3d4e5f60718 --transaction 691e5b10a1b2c3d4e5f60719',
      format: ({ line }) => formatLines([line]),
    }),
    operationCommand({
      name: 'confirm-together',
      summary: 'Confirms that 2 to 50 lines pay one transaction, which is settled with their sum.',
      operation: operations.confirmStatementLines,
      parameters: ['<lineId...>', ...confirmed],
      example:
        'statements confirm-together 691e5b10a1b2c3d4e5f60718 691e5b10a1b2c3d4e5f60720 --transaction 691e5b10a1b2c3d4e5f60719',
      format: ({ line, together }) => formatLines([line, ...together]),
    }),
    operationCommand({
      name: 'held',
      summary: 'Lists the statements that settle nothing because their balances do not add up.',
      operation: operations.listStatements,
      fixed: { isHeld: true },
      parameters: [PAGE],
      example: 'statements held',
      shows: statementColumns,
    }),
    operationCommand({
      name: 'release',
      summary: 'Releases a held statement, so that it can settle. Its lines are decided again.',
      operation: operations.releaseStatement,
      parameters: ['<statementId> --reason <text>'],
      example: "statements release 691e5b10a1b2c3d4e5f60718 --reason 'the bank has sent page 2 by mail'",
      format: ({ statementId }) => `The statement ${statementId} is released.\n`,
    }),
    operationCommand({
      name: 'take-back',
      summary: 'Takes the import of a file back: its lines go away, and it can be imported again.',
      operation: operations.takeBackStatementFile,
      parameters: ['<fileId> --reason <text>'],
      example: "statements take-back 691e5b10a1b2c3d4e5f60718 --reason 'it is of the other account'",
      format: ({ file }) => `The import of ${printable(file.name)} is taken back.\n`,
    }),
  ],
};

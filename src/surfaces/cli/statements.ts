import { printable } from '../../kernel/printable.ts';
import { listAccountDays } from '../../reconciliation/account-days.ts';
import { listStatementFiles, listStatements, releaseStatement } from '../../reconciliation/files.ts';
import { listStatementLines } from '../../reconciliation/lines.ts';
import { takeBackStatementFile } from '../../reconciliation/take-back.ts';
import { STORED_LINE_STATES } from '../../reconciliation/views.ts';
import { type CommandGroup, operationCommand } from './command.ts';
import { dayColumns, fileColumns, lineColumns, statementColumns } from './statement-columns.ts';
import { decisionCommands } from './statement-decisions.ts';
import { importCommand } from './statement-files.ts';
import { formatPage, renderTable } from './table.ts';

const pageParameters = (items: string) => [
  { syntax: '--limit <number>', help: `The most ${items} to list (default: 50).` },
  { syntax: '--after <id>', help: 'Only what follows the page that printed this.' },
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
      operation: listStatements,
      parameters: pageParameters('statements'),
      example: 'statements list --limit 10',
      format: ({ items, nextCursor }) => formatPage(statementColumns, items, nextCursor),
    }),
    operationCommand({
      name: 'files',
      summary: 'Lists the files that were imported, newest first.',
      operation: listStatementFiles,
      parameters: pageParameters('files'),
      example: 'statements files --limit 10',
      format: ({ items, nextCursor }) => formatPage(fileColumns, items, nextCursor),
    }),
    operationCommand({
      name: 'days',
      summary: 'Lists the days of a bank account: balances, movement, and the drift from the transactions.',
      operation: listAccountDays,
      parameters: [
        { syntax: '--account <accountId>', field: 'accountId', help: 'The bank account.' },
        { syntax: '--from <day>', field: 'fromDay', help: 'The first day (default: 31 days).' },
        { syntax: '--to <day>', field: 'toDay', help: 'The last day (default: today).' },
      ],
      example: 'statements days --account 691e5b10a1b2c3d4e5f60718 --from 2026-11-01',
      format: ({ days }) => renderTable(dayColumns, days),
    }),
    operationCommand({
      name: 'lines',
      summary: 'Lists lines of statements, newest first.',
      operation: listStatementLines,
      parameters: [
        {
          syntax: '--state <state>',
          help: `Only the lines in this state: ${STORED_LINE_STATES.join(', ')}.`,
        },
        { syntax: '--account <accountId>', field: 'accountId', help: 'Only the lines of this bank account.' },
        { syntax: '--file <fileId>', field: 'fileId', help: 'Only the lines that this file brought first.' },
        { syntax: '--query <words>', help: 'Amounts, names, texts, references, an IBAN or its end.' },
        { syntax: '--from <day>', field: 'fromDay', help: 'Only the lines of this day and later ones.' },
        { syntax: '--to <day>', field: 'toDay', help: 'Only the lines of this day and earlier ones.' },
        ...pageParameters('lines'),
      ],
      example: 'statements lines --state underpaid',
      format: ({ items, nextCursor }) => formatPage(lineColumns, items, nextCursor),
    }),
    ...decisionCommands,
    operationCommand({
      name: 'held',
      summary: 'Lists the statements that settle nothing because their balances do not add up.',
      operation: listStatements,
      fixed: { isHeld: true },
      parameters: pageParameters('statements'),
      example: 'statements held',
      format: ({ items, nextCursor }) => formatPage(statementColumns, items, nextCursor),
    }),
    operationCommand({
      name: 'release',
      summary: 'Lets a held statement settle all the same. Its lines are decided again.',
      operation: releaseStatement,
      parameters: [
        { syntax: '<statementId>', help: 'The statement.' },
        { syntax: '--reason <text>', help: 'Why it may settle.' },
      ],
      example: "statements release 691e5b10a1b2c3d4e5f60718 --reason 'the bank has sent page 2 by mail'",
      format: ({ statementId }) => `The statement ${statementId} is released.\n`,
    }),
    operationCommand({
      name: 'take-back',
      summary: 'Takes the import of a file back: its lines go away, and it can be imported again.',
      operation: takeBackStatementFile,
      parameters: [
        { syntax: '<fileId>', help: 'The file.' },
        { syntax: '--reason <text>', help: 'Why it is taken back.' },
      ],
      example: "statements take-back 691e5b10a1b2c3d4e5f60718 --reason 'it is of the other account'",
      format: ({ file }) => `The import of ${printable(file.name)} is taken back.\n`,
    }),
  ],
};

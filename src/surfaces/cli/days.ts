import { z } from 'zod';
import * as operations from '../operation-list.ts';
import { type CommandGroup, customCommand } from './command.ts';
import { describeDay } from './day-columns.ts';
import { operationCommand } from './operation-command.ts';
import { writeNewFile } from './output-file.ts';

const exportCommand = customCommand({
  name: 'export',
  summary: 'Writes the movements of some days into a file for an accountant.',
  input: z.object({
    file: z.string().min(1),
    fromDay: z.string(),
    toDay: z.string(),
    language: z.string().optional(),
  }),
  parameters: [
    { syntax: '<file>', help: 'The new file: .csv or .xlsx. An existing one is not overwritten.' },
    { syntax: '--from <day>', field: 'fromDay', help: 'The first day.' },
    { syntax: '--to <day>', field: 'toDay', help: 'The last day.' },
    { syntax: '--language <language>', help: 'The language of its words: en or tr (default: en).' },
  ],
  example: 'days export november.xlsx --from 2026-11-01 --to 2026-11-30 --language tr',
  async run(session, { file: path, ...range }) {
    const format = path.endsWith('.xlsx') ? 'xlsx' : 'csv';
    const { base64, ...file } = await session.execute(operations.exportMovements, { ...range, format });
    const outcome = await writeNewFile(path, Buffer.from(base64, 'base64'));
    return { text: `Wrote ${path}.\nSHA-256: ${file.sha256}\n`, data: { ...file, path, outcome } };
  },
});

/** Commands for whole days. None closes a day, because the command line does not know who uses it. */
export const dayCommands: CommandGroup = {
  name: 'days',
  summary: 'Shows a day of all bank accounts, and exports movements.',
  commands: [
    operationCommand({
      name: 'show',
      summary: 'Shows a day of all bank accounts, and who has closed it.',
      operation: operations.getDay,
      parameters: ['--day <day> --closing <number>'],
      example: 'days show --day 2026-11-21',
      format: describeDay,
    }),
    exportCommand,
  ],
};

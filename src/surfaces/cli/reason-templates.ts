import * as operations from '../operation-list.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';

const shows = ['id:TEMPLATE_ID kind seenBy text'];

/** Commands for the templates of reasons. */
export const templateCommands: CommandGroup = {
  name: 'templates',
  summary: 'Manages the reasons that operators pick by number.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the templates of reasons.',
      operation: operations.listReasonTemplates,
      example: 'templates list',
      shows,
    }),
    operationCommand({
      name: 'save',
      summary: 'Adds a template, or changes the one with the id.',
      operation: operations.saveReasonTemplate,
      parameters: ['--kind <kind> --text <text> --seen-by <reader> --id <templateId>'],
      example: "templates save --kind reject --text 'The name does not match' --seen-by payer",
      shows,
    }),
    operationCommand({
      name: 'remove',
      summary: 'Removes a template. Reasons that were given with it stay.',
      operation: operations.removeReasonTemplate,
      parameters: ['<templateId>'],
      example: 'templates remove 691e5b10a1b2c3d4e5f60719',
      format: ({ id }) => `Removed ${id}.\n`,
    }),
  ],
};

import { z } from 'zod';
import { customCommand } from './command.ts';

/** Runs missing migrations, which happens when the database is opened. */
export const migrateCommand = customCommand({
  name: 'migrate',
  summary: 'Creates the database if there is none, and brings its schema up to date.',
  input: z.object({}),
  migrates: true,
  example: 'migrate',
  async run({ migrated }) {
    const text = migrated.length === 0 ? 'The database is up to date.\n' : `Ran ${migrated.join(', ')}.\n`;
    return { text, data: { migrated } };
  },
});

import { z } from 'zod';
import { printableJson } from '../../kernel/texts.ts';
import * as operations from '../operation-list.ts';
import { type CommandGroup, customCommand } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { writeNewFile } from './output-file.ts';
import { formatProfile, profileColumns, readProfile } from './profiles.ts';

const profileFile = {
  syntax: '<profile>',
  help: 'A file with the profile as JSON, as `payout-profiles show` prints one.',
};

const saveCommand = customCommand({
  name: 'save',
  summary: 'Adds a profile, or changes the one with the id that the file names.',
  input: z.object({ profile: z.string().min(1) }),
  parameters: [profileFile],
  example: 'payout-profiles save my-bank.json',
  async run(session, { profile }) {
    const saved = await session.execute(operations.savePayoutProfile, {
      profile: readProfile(profile),
    });
    return { text: formatProfile(saved), data: saved };
  },
});

const tryCommand = customCommand({
  name: 'try',
  summary: "Writes an example file with a profile, to compare with the bank's format.",
  input: z.object({ profile: z.string().min(1), file: z.string().min(1) }),
  parameters: [
    profileFile,
    {
      syntax: '<file>',
      help: 'The new file with three invented payouts. An existing one is not overwritten.',
    },
  ],
  example: 'payout-profiles try my-bank.json example.csv',
  async run(session, { profile, file: path }) {
    const tried = await session.execute(operations.tryPayoutProfile, { profile: readProfile(profile) });
    await writeNewFile(path, Buffer.from(tried.base64, 'base64'));
    return { text: `Wrote ${path}.\n${tried.text ?? ''}`, data: tried };
  },
});

/** Commands for the profiles with which payout files are written. */
export const payoutProfileCommands: CommandGroup = {
  name: 'payout-profiles',
  summary: 'Manages the profiles by which files for payouts are written.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the profiles.',
      operation: operations.listPayoutProfiles,
      example: 'payout-profiles list',
      shows: profileColumns,
    }),
    operationCommand({
      name: 'show',
      summary: 'Prints a profile as JSON, to copy and change it.',
      operation: operations.getPayoutProfile,
      parameters: ['<profileId>'],
      example: 'payout-profiles show sepa',
      format: ({ profile }) => `${printableJson(JSON.parse(profile))}\n`,
    }),
    tryCommand,
    saveCommand,
    operationCommand({
      name: 'remove',
      summary: 'Removes a profile that no account uses. Files that were exported stay as they are.',
      operation: operations.removePayoutProfile,
      parameters: ['<profileId>'],
      example: 'payout-profiles remove my-bank',
      format: ({ profileId }) => `Removed ${profileId}.\n`,
    }),
  ],
};

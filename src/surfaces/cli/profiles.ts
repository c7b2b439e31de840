import { z } from 'zod';
import { printableJson } from '../../kernel/texts.ts';
import { MAX_PROFILE_TEXT } from '../../reconciliation/limits.ts';
import type { ProfileView } from '../../reconciliation/profiles.ts';
import * as operations from '../operation-list.ts';
import { type ShownColumns, tableOf } from './columns.ts';
import { type CommandGroup, customCommand } from './command.ts';
import { readInputFile } from './input-file.ts';
import { operationCommand } from './operation-command.ts';

export const profileColumns: ShownColumns<ProfileView> = [
  'profileId title:BANK',
  ['OF', ({ isBuiltIn }) => (isBuiltIn ? 'the service' : 'an admin')],
];

export const formatProfile = tableOf(operations.getBankProfile.output, profileColumns);

const saveCommand = customCommand({
  name: 'save',
  summary: 'Adds a profile, or changes the one with the id that the file names.',
  input: z.object({ file: z.string().min(1) }),
  parameters: [{ syntax: '<file>', help: 'The profile as JSON, as `profiles show` prints one.' }],
  example: 'profiles save my-bank.json',
  async run(session, { file }) {
    const saved = await session.execute(operations.saveBankProfile, { profile: readProfile(file) });
    return { text: formatProfile(saved), data: saved };
  },
});

/** @throws UsageError when there is no such file, or it is too large to be a profile. */
export function readProfile(path: string): string {
  const tooLarge = 'The file is no profile: it must be JSON of a few kilobytes.';
  // A character has at most four bytes.
  return readInputFile(path, { maxBytes: 4 * MAX_PROFILE_TEXT, tooLarge }).toString();
}

/** Commands for the profiles with which tables of banks are read. */
export const profileCommands: CommandGroup = {
  name: 'profiles',
  summary: 'Manages the profiles by which CSV and XLSX files of banks are read.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the profiles of banks.',
      operation: operations.listBankProfiles,
      example: 'profiles list',
      shows: profileColumns,
    }),
    operationCommand({
      name: 'show',
      summary: 'Prints a profile as JSON, to copy and change it.',
      operation: operations.getBankProfile,
      parameters: ['<profileId>'],
      example: 'profiles show akbank',
      format: ({ profile }) => `${printableJson(JSON.parse(profile))}\n`,
    }),
    saveCommand,
    operationCommand({
      name: 'remove',
      summary: 'Removes a profile. Files that were read by it stay as they are.',
      operation: operations.removeBankProfile,
      parameters: ['<profileId>'],
      example: 'profiles remove my-bank',
      format: ({ profileId }) => `Removed ${profileId}.\n`,
    }),
  ],
};

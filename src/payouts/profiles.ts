import { z } from 'zod';
import { fieldError, validationError } from '../kernel/errors.ts';
import { readJson } from '../kernel/json.ts';
import { fault } from '../kernel/problems.ts';
import { EXAMPLE_PAYOUT_PROFILE } from '../operations/examples.ts';
import { fields, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { ADMINS } from '../operations/permissions.ts';
import { profileOperations, profileText } from '../reconciliation/profile-operations.ts';
import { storedProfile } from '../reconciliation/profile-store.ts';
import { fileFields, viewFile, writeBatch } from './batch-file.ts';
import { type BankFileProfile, checkBankFileProfile } from './files/bank-file-profile.ts';
import { exampleBatch } from './files/example-batch.ts';
import { BUILT_IN } from './profile-catalog.ts';

/** The profiles of files for payouts. */
export const {
  list: listPayoutProfiles,
  get: getPayoutProfile,
  save: savePayoutProfile,
  remove: removePayoutProfile,
} = profileOperations({
  kind: 'payout',
  noun: 'PayoutProfile',
  words: {
    one: 'files for payouts',
    all: 'files for payouts',
    view: 'How files for payouts are written for a bank, as data.',
  },
  saveDescription: 'Files that were exported stay as they are.',
  examples: { profileId: 'sepa', profile: EXAMPLE_PAYOUT_PROFILE },
  builtIn: () => BUILT_IN,
  check: (_, json) => storedProfile(checked(json)),
  async remove({ dependencies: { db }, meta: { audit } }, id) {
    const outcome = await db.run('removePayoutProfile', { id, audit });
    if (outcome.kind === 'used')
      throw fieldError('profileId', fault('profile_in_use', { accountId: outcome.accountId }));
    return outcome.kind === 'removed';
  },
});

const triedPayoutProfileView = viewType('TriedPayoutProfile', 'An example file, by a profile.', {
  ...fileFields,
  text: z.string().nullable().describe('The file as text; null for a spreadsheet.'),
});

export const tryPayoutProfile = operation({
  name: 'tryPayoutProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Write an example file by a profile',
  description: 'It has three invented payouts, to compare with the form of the bank. Nothing is kept.',
  isIdempotent: true,
  input: fields({ profile: profileText }),
  output: triedPayoutProfileView,
  example: { profile: EXAMPLE_PAYOUT_PROFILE },
  async run({ dependencies: { currency } }, { profile: json }) {
    const profile = checked(json);
    const file = await writeBatch(profile, exampleBatch(profile, currency), 'profile');
    const charset = profile.format === 'csv' ? profile.encoding : 'utf-8';
    const text = profile.format === 'xlsx' ? null : new TextDecoder(charset).decode(file.bytes);
    return { ...viewFile(file), text };
  },
});

/** @throws ServiceError error_validation that names each field of the profile that is wrong. */
function checked(json: string): BankFileProfile {
  const given = readJson(json);
  if (typeof given !== 'object' || given === null)
    throw fieldError('profile', fault('malformed', 'must be one JSON object.'));
  const outcome = checkBankFileProfile(given);
  if ('profile' in outcome) return outcome.profile;
  throw validationError(outcome.problems);
}

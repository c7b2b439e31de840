import { z } from 'zod';
import { fieldError, type ServiceError, validationError } from '../kernel/errors.ts';
import { readJson } from '../kernel/json.ts';
import { fault } from '../kernel/problems.ts';
import { EXAMPLE_PAYOUT_PROFILE } from '../operations/examples.ts';
import { fields, idText, parameters } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import { MAX_PROFILES } from '../reconciliation/limits.ts';
import { profileText, profileView, viewProfile } from '../reconciliation/profiles.ts';
import { fileFields, viewFile, writeBatch } from './batch-file.ts';
import { type BankFileProfile, checkBankFileProfile } from './files/bank-file-profile.ts';
import { exampleBatch } from './files/example-batch.ts';
import { isBuiltIn, listFileProfiles, storedForm } from './profile-catalog.ts';

/** The form of a bank's files for payouts. It is a type of its own in GraphQL. */
export const payoutProfileView = z.object(profileView.shape);

export const listPayoutProfiles = operation({
  name: 'listPayoutProfiles',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'List the profiles of files for payouts',
  input: parameters({}),
  output: z.array(payoutProfileView),
  cost: (profiles) => costOfItems(profiles.length),
  run: async ({ dependencies: { db } }) => (await listFileProfiles(db)).map(viewProfile),
});

export const getPayoutProfile = operation({
  name: 'getPayoutProfile',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Read the profile of files for payouts',
  input: parameters({ profileId: idText.describe('The profile.') }),
  output: payoutProfileView,
  example: { profileId: 'sepa' },
  async run({ dependencies: { db } }, { profileId }) {
    const found = (await listFileProfiles(db)).find(({ id }) => id === profileId);
    if (!found) throw unknownProfile('profileId');
    return viewProfile(found);
  },
});

export const savePayoutProfile = operation({
  name: 'savePayoutProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Add or change the profile of files for payouts',
  description: 'Files that were exported stay as they are.',
  input: fields({ profile: profileText }),
  output: payoutProfileView,
  example: { profile: EXAMPLE_PAYOUT_PROFILE },
  async run({ dependencies: { db }, meta: { audit } }, { profile: json }) {
    const profile = storedForm(checked(json));
    if (isBuiltIn(profile.id)) throw fieldError('profile.id', fault('built_in', { id: profile.id }));
    if ((await db.run('saveBankProfile', { kind: 'payout', profile, audit })) === 'full') {
      const message = `cannot be added: there are ${MAX_PROFILES} already, the most there may be. Remove one first.`;
      throw fieldError('profile', fault('full', { maximum: MAX_PROFILES }, message));
    }
    return viewProfile({ ...profile, isBuiltIn: false });
  },
});

export const removePayoutProfile = operation({
  name: 'removePayoutProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Remove the profile of files for payouts',
  input: fields({ profileId: idText.describe('The profile to remove.') }),
  output: z.object({ profileId: z.string().describe('The profile that was removed.') }),
  example: { profileId: 'my-bank' },
  async run({ dependencies: { db }, meta: { audit } }, { profileId }) {
    if (isBuiltIn(profileId)) throw fieldError('profileId', fault('built_in', { id: profileId }));
    const outcome = await db.run('removePayoutProfile', { id: profileId, audit });
    if (outcome.kind === 'missing') throw unknownProfile('profileId');
    if (outcome.kind === 'used')
      throw fieldError('profileId', fault('profile_in_use', { accountId: outcome.accountId }));
    return { profileId };
  },
});

export const triedPayoutProfileView = z.object({
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

/** @param path the field that names the profile. */
export function unknownProfile(path: string): ServiceError {
  return fieldError(path, fault('unknown_id', 'is the id of no profile. Use one from the list.'));
}

import {
  getBankProfile,
  listBankProfiles,
  profileView,
  removeBankProfile,
  saveBankProfile,
  triedProfileView,
  tryBankProfile,
} from '../../src/operations/reconciliation/profiles.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';
import { costs } from '../server/cost.ts';

const Profile = objectFrom('BankProfile', profileView, 'How tables of a bank are read, as data.');
const Removed = objectFrom('RemovedBankProfile', removeBankProfile.output, 'The profile that was removed.');
const Tried = objectFrom('TriedBankProfile', triedProfileView, 'A sample as a profile reads it.');

export const profileQueries: QueryFields = (t) => ({
  bankProfiles: t.field({
    description: 'The profiles of banks: those of the service, and then those that were added.',
    type: [Profile],
    resolve: (_root, args, context) => run(listBankProfiles, context, args),
  }),
  bankProfile: t.field({
    description: 'One profile of a bank.',
    type: Profile,
    args: { profileId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(getBankProfile, context, args),
  }),
});

export const profileMutations: MutationFields = (t) => ({
  saveBankProfile: t.field({
    description: 'Adds a profile of a bank, or changes the one with its id.',
    type: Profile,
    args: { profile: t.arg.string({ required: true, description: 'The whole profile, as JSON.' }) },
    resolve: (_root, args, context) => run(saveBankProfile, context, args),
  }),
  removeBankProfile: t.field({
    description: 'Removes a profile. Files that were read by it stay as they are.',
    type: Removed,
    args: { profileId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(removeBankProfile, context, args),
  }),
  tryBankProfile: t.field({
    description: 'Reads a text by a profile that need not be stored. Nothing is kept.',
    type: Tried,
    ...costs({ size: () => 10 }),
    args: {
      profile: t.arg.string({ required: true, description: 'The whole profile, as JSON.' }),
      content: t.arg.string({ required: true }),
      isPasted: t.arg.boolean({ description: 'False for the text of a whole file.' }),
    },
    resolve: (_root, args, context) => run(tryBankProfile, context, args),
  }),
});

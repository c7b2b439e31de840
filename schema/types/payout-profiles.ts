import { listPayoutAccounts, payoutAccountView, updatePayoutAccount } from '../../src/payouts/accounts.ts';
import {
  getPayoutProfile,
  listPayoutProfiles,
  payoutProfileView,
  removePayoutProfile,
  savePayoutProfile,
  triedPayoutProfileView,
  tryPayoutProfile,
} from '../../src/payouts/profiles.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const Profile = objectFrom(
  'PayoutProfile',
  payoutProfileView,
  'How files for payouts are written for a bank, as data.',
);
const Removed = objectFrom(
  'RemovedPayoutProfile',
  removePayoutProfile.output,
  'The profile that was removed.',
);
const Tried = objectFrom('TriedPayoutProfile', triedPayoutProfileView, 'An example file, by a profile.');
const Account = objectFrom('PayoutAccount', payoutAccountView, 'How a bank account pays.');

export const payoutProfileQueries: QueryFields = (t) => ({
  payoutProfiles: t.field({ ...runs(listPayoutProfiles), type: [Profile] }),
  payoutProfile: t.field({ ...runs(getPayoutProfile), type: Profile }),
  payoutAccounts: t.field({ ...runs(listPayoutAccounts), type: [Account] }),
});

export const payoutProfileMutations: MutationFields = (t) => ({
  savePayoutProfile: t.field({ ...runs(savePayoutProfile), type: Profile }),
  removePayoutProfile: t.field({ ...runs(removePayoutProfile), type: Removed }),
  tryPayoutProfile: t.field({ ...runs(tryPayoutProfile), type: Tried }),
  updatePayoutAccount: t.field({ ...runs(updatePayoutAccount), type: Account }),
});

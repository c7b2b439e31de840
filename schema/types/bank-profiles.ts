import {
  getBankProfile,
  listBankProfiles,
  profileView,
  removeBankProfile,
  sampleColumnView,
  sampleView,
  saveBankProfile,
  triedProfileView,
  tryBankProfile,
} from '../../src/reconciliation/profiles.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const Profile = objectFrom('BankProfile', profileView, 'How tables of a bank are read, as data.');
const Removed = objectFrom('RemovedBankProfile', removeBankProfile.output, 'The profile that was removed.');
objectFrom('SampleColumn', sampleColumnView, 'A column of a sample.');
objectFrom(
  'StatementSample',
  sampleView,
  'The columns of a sample, as far as they can be told without a profile.',
);
const Tried = objectFrom('TriedBankProfile', triedProfileView, 'A sample as a profile reads it.');

export const profileQueries: QueryFields = (t) => ({
  bankProfiles: t.field({ ...runs(listBankProfiles), type: [Profile] }),
  bankProfile: t.field({ ...runs(getBankProfile), type: Profile }),
});

export const profileMutations: MutationFields = (t) => ({
  saveBankProfile: t.field({ ...runs(saveBankProfile), type: Profile }),
  removeBankProfile: t.field({ ...runs(removeBankProfile), type: Removed }),
  tryBankProfile: t.field({ ...runs(tryBankProfile, { size: () => 10 }), type: Tried }),
});

import type { CommandName } from '../../db/names.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { accountOf } from './fault-payouts.ts';
import { NEW_PROFILE } from './fault-profiles.ts';
import { ofOnePerson, withOneRequest } from './fault-requests.ts';

/** Stores a profile of files for payouts, which no account uses. @returns its id. */
async function stored(fixture: Fixture): Promise<string> {
  const { db } = fixture.appContext.dependencies;
  await db.run('saveBankProfile', { kind: 'payout', profile: NEW_PROFILE });
  return NEW_PROFILE.id;
}

const removing = withOneRequest(async (fixture) => {
  const id = await stored(fixture);
  return () => fixture.appContext.dependencies.db.run('removePayoutProfile', { id });
});

const removingAudited = ofOnePerson(async (fixture) => {
  const id = await stored(fixture);
  return (audit) => fixture.appContext.dependencies.db.run('removePayoutProfile', { id, audit });
});

const choosing = ofOnePerson(async (fixture) => {
  const profileId = await stored(fixture);
  const changes = { profileId, bic: 'TCZBTR2A' };
  const input = { accountId: accountOf(fixture), changes, addedProfileId: profileId };
  return (audit) => fixture.appContext.dependencies.db.run('updatePayoutAccount', { ...input, audit });
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  await stored(fixture);
  const given = { accountId: accountOf(fixture), addedProfileId: undefined };
  await db.run('updatePayoutAccount', { ...given, changes: { profileId: 'sepa', bic: 'TCZBTR2A' } });
  return (audit) => db.run('updatePayoutAccount', { ...given, changes: { bic: null }, audit });
});

export const payoutProfileScenarios = {
  removePayoutProfile: { 'one that no account uses': removing, 'by an admin': removingAudited },
  updatePayoutAccount: { 'one without a profile': choosing, 'one with a profile': changing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
